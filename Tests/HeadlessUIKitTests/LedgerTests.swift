import Foundation
import Testing

import HeadlessUIKit

/// The pure parts, event by event.
@Suite("Ledgers of cells and prefetches", .timeLimit(.minutes(5)))
struct LedgerTests {
  final class Cell {}

  @Test("A cell goes from prepared to displayed to waiting, and back to displayed")
  func phases() {
    var ledger = CellLedger<Cell>()
    let cell = Cell()
    ledger.prepare(cell, at: row(1))
    #expect(ledger.path(of: cell) == row(1))
    #expect(ledger.endDisplay(at: row(1)) == nil, "a prepared cell has no display to end")
    #expect(ledger.display(at: row(1)) == true)
    #expect(ledger.display(at: row(1)) == false, "displayed already")
    #expect(ledger.drop(at: row(1)) == nil, "a displayed cell is not dropped")
    #expect(ledger.endDisplay(at: row(1)) === cell)
    #expect(ledger.paths(.waiting) == [row(1)])
    #expect(ledger.display(at: row(1)) == true)
    #expect(ledger.endDisplay(at: row(1)) === cell)
    #expect(ledger.drop(at: row(1)) === cell)
    #expect(ledger.path(of: cell) == nil && ledger.entries.isEmpty)
  }

  @Test("An event for a path without a cell does nothing")
  func nothing() {
    var ledger = CellLedger<Cell>()
    #expect(ledger.display(at: row(0)) == false)
    #expect(ledger.endDisplay(at: row(0)) == nil)
    #expect(ledger.drop(at: row(0)) == nil)
    #expect(ledger.replace(at: row(0), until: 0) == false)
    ledger.leaveBounds(at: row(0), in: 0)
    #expect(ledger.overdue(in: 9, delay: 0) == [])
    #expect(ledger.takeLeft(by: 9).count == 0)
  }

  @Test("An end is due when the delay has passed, unless the cell came back")
  func overdue() {
    var ledger = CellLedger<Cell>()
    for index in 0..<2 {
      ledger.prepare(Cell(), at: row(index))
      _ = ledger.display(at: row(index))
      ledger.leaveBounds(at: row(index), in: 5)
    }
    ledger.leaveBounds(at: row(0), in: 6)
    #expect(ledger.overdue(in: 6, delay: 2).isEmpty)
    #expect(ledger.display(at: row(1)) == false, "back in time: no new display")
    #expect(ledger.overdue(in: 7, delay: 2) == [row(0)])
  }

  @Test("A replaced cell leaves under its old path while another takes the place")
  func replaced() {
    var ledger = CellLedger<Cell>()
    let (old, new) = (Cell(), Cell())
    ledger.prepare(old, at: row(3))
    _ = ledger.display(at: row(3))
    #expect(ledger.replace(at: row(3), until: 10) == true)
    ledger.prepare(new, at: row(3))
    #expect(ledger[row(3)]?.cell === new)
    #expect(ledger.takeLeft(by: 9).count == 0)
    let left = ledger.takeLeft(by: 10)
    #expect(left.count == 1 && left[0].cell === old && left[0].oldPath == row(3))
    #expect(ledger.takeLeaving(old) == nil)
  }

  @Test("B34, B9: cells travel with their items; without one, displayed cells leave and cached ones are dropped")
  func travel() {
    var ledger = CellLedger<Cell>()
    let cells = (0..<6).map { _ in Cell() }
    for (index, cell) in cells.enumerated() { ledger.prepare(cell, at: row(index)) }
    for index in 0..<3 { _ = ledger.display(at: row(index)) }
    ledger.leaveBounds(at: row(2), in: 1)
    var updates = ListUpdates()
    updates.deleteItems(at: [row(0), row(3)])
    updates.reloadItems(at: [row(1), row(4)])
    updates.moveItem(at: row(5), to: row(0))
    guard case .mapping(let mapping) = updates.resolved(from: [6], to: [4]) else {
      Issue.record("It is valid.")
      return
    }
    let dropped = ledger.apply(mapping, until: 7)
    #expect(dropped.map(ObjectIdentifier.init) == [cells[3], cells[4]].map(ObjectIdentifier.init))
    #expect(ledger.leaving.map(\.oldPath) == [row(0), row(1)])
    #expect(ledger[row(0)]?.cell === cells[5] && ledger[row(0)]?.phase == .prepared)
    #expect(ledger[row(2)]?.cell === cells[2] && ledger[row(2)]?.leftBoundsAt == 1)
    #expect(ledger.path(of: cells[2]) == row(2) && ledger.path(of: cells[1]) == nil)
    #expect(ledger.entries.count == 2)
  }

  @Test("Prefetches: what is new is asked for, what is no longer ahead is cancelled, each once")
  func prefetches() {
    var ledger = PrefetchLedger()
    var step = ledger.step(ahead: [row(1), row(2), row(3)])
    #expect(step.prefetch == [row(1), row(2), row(3)] && step.cancel.isEmpty)
    ledger.cellWasRequested(at: row(1))
    step = ledger.step(ahead: [row(3), row(4)])
    #expect(step.prefetch == [row(4)] && step.cancel == [row(2)])
    ledger.modelDidChange()
    step = ledger.step(ahead: [row(3)])
    #expect(step.prefetch == [row(3)] && step.cancel == [row(3), row(4)])
    step = ledger.step(ahead: [row(3)])
    #expect(step.prefetch.isEmpty && step.cancel.isEmpty)
  }
}
