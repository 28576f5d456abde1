import AsyncCellCore
import Foundation

/// What each action does.
extension World {
  func perform(_ action: Action) {
    let list = Int(action.a) % lists.count
    let cell = cells[list][Int(action.a / 2) % cells[list].count]
    let item = Int(action.b) % (configuration.items + 1)
    switch action.kind {
    case .prepare, .display, .displayItem, .endDisplay, .unbind, .cellDies, .newVersion:
      display(action.kind, cell, item, list, Int(action.a / 2) % cells[list].count)
    case .succeed, .fail, .report, .letGo: end(action)
    case .thread: runThread()
    case .main: runMain()
    case .settle: settle()
    case .time: advance(.milliseconds(300 + 20 * Int(action.b)))
    case .cancel, .suspend, .resume, .reset, .resetCell, .retry: use(action.kind, cell, list, action.b)
    case .prefetch, .cancelPrefetch, .memoryWarning, .raise, .lower: look(action.kind, item, list, action.b)
    case .hideScreen, .showScreen, .background, .foreground: hide(action.kind, list, action.b)
    case .logOut: logOut()
    case .limit: limit = [1, 2, 4, -1, 0][Int(action.b) % 5]
    case .cancelRuns:
      queue.cancelAllOperations()
      for cell in allCells { cell.isStopped = true }
    case .store: store(item, list)
    case .request:
      guard item < configuration.items else { return }
      requests.append((item, queue.enqueue(work(item), forKey: item)))
    case .cancelRequest:
      guard !requests.isEmpty else { return }
      requests.remove(at: Int(action.b) % requests.count).request.cancel()
    case .reenter: reenter(cell, list, action.b)
    }
  }

  // MARK: Cells

  private func bind(_ cell: SimCell, begins: Bool = true, _ body: () -> Void) {
    let isNested = cell.isBinding
    cell.isBinding = true
    cell.statesWhileBinding = 0
    body()
    if cell.statesWhileBinding > 1, cell.onState == nil {
      violated("INV-05: \(cell.statesWhileBinding) states while it was bound")
    }
    cell.isBinding = isNested
    if cell.hasWork, begins {
      // Others that show the item hear of the run that one of them has begun.
      let list = cells.first { $0.contains { $0 === cell } } ?? []
      for other in list where (other.isFenced || other.isStopped) && other.item == cell.item {
        other.beginAnew()
        other.isStopped = true
      }
      (cell.isFenced, cell.isStopped) = (false, false)
    }
    if !cell.hasWork { cell.isActive = false }
  }

  private func display(_ kind: Action.Kind, _ cell: SimCell, _ item: Int, _ list: Int, _ index: Int) {
    let coordinator = lists[list]
    let identity = ItemIdentity.item(item)
    switch kind {
    case .prepare, .displayItem:
      // Out of the pool: it has left the screen, and forgets what it showed.
      if cell.isDisplayed { coordinator.didEndDisplaying(cell) }
      (cell.isDisplayed, cell.shown, cell.item) = (false, .nothing, item)
      cell.beginAnew()
      cell.isActive = true
      if configuration.bindsEarly { bind(cell) { coordinator.prepare(cell, item: identity, at: path(item)) } }
      if kind == .displayItem || !configuration.bindsEarly, cell.isActive {
        cell.isDisplayed = true
        bind(cell) { coordinator.willDisplay(cell, item: identity, at: path(item)) }
      }
      if cell.hasWork, cell.shown == .nothing, cell.onState == nil { violated("INV-05: binding brought no state") }
    case .display:
      let wasShown = cell.isActive && cell.isDisplayed
      if !wasShown { cell.beginAnew() } else { cell.ends = 0 }
      (cell.isActive, cell.isDisplayed) = (true, true)
      bind(cell) { coordinator.willDisplay(cell, item: .item(cell.item), at: path(cell.item)) }
    case .newVersion:
      guard cell.isActive else { return }
      // On screen it shows the item already, and nothing begins.
      if !cell.isDisplayed { cell.beginAnew() }
      bind(cell, begins: !cell.isDisplayed) { coordinator.prepare(cell, item: .item(cell.item), at: path(cell.item)) }
    case .endDisplay:
      coordinator.didEndDisplaying(cell)
      if cell.isDisplayed { (cell.isDisplayed, cell.isActive) = (false, false) }
    case .unbind:
      coordinator.unbind(cell)
      (cell.isDisplayed, cell.isActive, cell.shown) = (false, false, .nothing)
    default:
      if cell.isActive { ghosts.insert(cell.item) }
      cells[list][index] = SimCell(self, hasOwnID: cell.hasOwnID)
    }
  }

  private func path(_ item: Int) -> IndexPath { IndexPath(indexes: [0, item]) }

  // MARK: Jobs

  private func end(_ action: Action) {
    if action.kind == .letGo { return jobs.sweep() }
    let wanted = jobs.wanted
    guard !wanted.isEmpty else { return }
    let index = wanted[Int(action.a) % wanted.count]
    switch action.kind {
    case .report:
      jobs.inFlight[index].handoff.report(Double(action.b) / 255)
    case .fail:
      let job = jobs.take(index)
      job.handoff.fail(URLError(action.b % 2 == 0 ? .timedOut : .unsupportedURL))
    default:
      let job = jobs.take(index)
      job.handoff.succeed(job.value)
    }
  }

  // MARK: Lists

  private func use(_ kind: Action.Kind, _ cell: SimCell, _ list: Int, _ choice: UInt8) {
    let coordinator = lists[list]
    switch kind {
    case .cancel:
      coordinator.cancel()
      for cell in cells[list] { cell.isFenced = true }
    case .suspend:
      coordinator.suspend()
      model.isSuspended[list] = true
    case .resume:
      model.isSuspended[list] = false
      // A screen that has cancelled its list is still away.
      if model.isScreenHidden[list] != .cancel { beginAnew(list) }
      coordinator.resume()
    case .reset:
      beginAnew(list)
      coordinator.reset(keepingValues: choice % 2 == 0)
    case .resetCell:
      if cell.isActive { beginAnew(list, item: cell.item) }
      coordinator.reset(cell, keepingValues: choice % 2 == 0)
    default:
      guard let failure = cell.failure else { return }
      // It may have been overtaken, and then does nothing.
      for other in cells[list] where other.isActive && other.item == cell.item {
        let wasStopped = other.isStopped || other.isFenced
        other.beginAnew()
        other.isStopped = wasStopped
      }
      failure.retry()
    }
  }

  /// A new generation may begin for any of them.
  private func beginAnew(_ list: Int, item: Int? = nil) {
    for cell in cells[list] where cell.isActive && (item == nil || cell.item == item) { cell.beginAnew() }
  }

  private func look(_ kind: Action.Kind, _ item: Int, _ list: Int, _ choice: UInt8) {
    let coordinator = lists[list]
    switch kind {
    case .prefetch:
      guard item < configuration.items else { return }
      coordinator.prefetch(work(item), forKey: item, distance: Int(choice) % 5, at: Int(choice) % 3)
    case .cancelPrefetch: coordinator.cancelPrefetch(at: Int(choice) % 3)
    case .memoryWarning: coordinator.memoryWarning()
    case .raise:
      model.hasOverrides = true
      coordinator.raisePriority(at: [path(item)])
    default:
      model.hasOverrides = true
      coordinator.lowerPriority(at: [path(item)])
    }
  }

  private func hide(_ kind: Action.Kind, _ list: Int, _ choice: UInt8) {
    let coordinator = lists[list]
    switch kind {
    case .hideScreen:
      let policy = [OffscreenPolicy.cancel, .suspend, .demote, .keep][Int(choice) % 4]
      let wasHidden = model.isHidden(list)
      model.isScreenHidden[list] = policy
      if wasHidden, !model.isHidden(list) { beginAnew(list) }
      coordinator.screenDidDisappear(policy)
      if policy == .cancel { for cell in cells[list] { cell.isFenced = true } }
    case .showScreen:
      guard model.isScreenHidden[list] != nil else { return coordinator.screenWillAppear() }
      model.isScreenHidden[list] = nil
      if !model.isHidden(list) { beginAnew(list) }
      coordinator.screenWillAppear()
    case .background:
      coordinator.didEnterBackground()
      model.isInBackground[list] = true
    default:
      guard model.isInBackground[list] else { return coordinator.willEnterForeground() }
      model.isInBackground[list] = false
      if !model.isHidden(list) { beginAnew(list) }
      coordinator.willEnterForeground()
    }
  }

  private func logOut() {
    epoch += 1
    cache.invalidate()
    // Nothing of before may be shown: the cells stand for nothing until they are bound again.
    for cell in allCells { (cell.isActive, cell.shown) = (false, .nothing) }
  }

  private func store(_ item: Int, _ list: Int) {
    guard item < configuration.items else { return }
    for cell in cells[list] where cell.item == item { cell.beginAnew() }
    lists[list].store(SimValue(key: item, epoch: epoch), forKey: item)
  }

  /// The next state that the cell gets is answered with another call.
  private func reenter(_ cell: SimCell, _ list: Int, _ choice: UInt8) {
    cell.onState = { [weak self, weak cell] in
      guard let self, let cell else { return }
      cell.onState = nil
      let kinds: [Action.Kind] = [.cancel, .reset, .resetCell, .suspend, .resume, .memoryWarning, .prefetch]
      let kind = kinds[Int(choice) % kinds.count]
      guard !cell.isBinding else { return }
      self.perform(Action(kind: kind, a: choice, b: choice))
    }
  }
}
