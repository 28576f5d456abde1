import Foundation

extension ListUpdates {
  /// What is wrong with the updates, given how many items each section had and has.
  ///
  /// Counts are compared only if the updates are sound in themselves, for else they say nothing.
  func violations(from old: [Int], to new: [Int]) -> [HeadlessViolation.Kind] {
    let unsound = ranges(from: old, to: new) + duplicates + conflicts
    if !unsound.isEmpty { return unsound }
    let expected = old.count + insertedSections.count - deletedSections.count
    guard expected == new.count else { return [.invalidSectionCount(before: old.count, after: new.count)] }
    return counts(from: old, to: new)
  }

  private func ranges(from old: [Int], to new: [Int]) -> [HeadlessViolation.Kind] {
    func contains(_ counts: [Int], _ path: IndexPath) -> Bool {
      path.count == 2 && counts.indices.contains(path.section) && 0..<counts[path.section] ~= path.item
    }
    let oldPaths = deletedItems + reloadedItems + reconfiguredItems + itemMoves.map(\.source)
    let newPaths = insertedItems + itemMoves.map(\.destination)
    let oldSections = deletedSections + reloadedSections + sectionMoves.map(\.source)
    let newSections = insertedSections + sectionMoves.map(\.destination)
    return oldPaths.filter { !contains(old, $0) }.map { .indexPathOutOfRange($0) }
      + newPaths.filter { !contains(new, $0) }.map { .indexPathOutOfRange($0) }
      + oldSections.filter { !old.indices.contains($0) }.map { .sectionOutOfRange($0) }
      + newSections.filter { !new.indices.contains($0) }.map { .sectionOutOfRange($0) }
  }

  private var duplicates: [HeadlessViolation.Kind] {
    let items = [
      deletedItems, reloadedItems, itemMoves.map(\.source), insertedItems + itemMoves.map(\.destination),
    ]
    let sections = [
      deletedSections, reloadedSections, sectionMoves.map(\.source), insertedSections + sectionMoves.map(\.destination),
    ]
    return items.flatMap(repeated).map { .duplicateUpdate($0) }
      + sections.flatMap(repeated).map { .duplicateSectionUpdate($0) }
  }

  /// B15: a reload is a deletion and an insertion, so it cannot go with another deletion, or with a move, of its row.
  private var conflicts: [HeadlessViolation.Kind] {
    let items = [deletedItems, reloadedItems, itemMoves.map(\.source)].flatMap { Array(Set($0)) }
    let sections = [deletedSections, reloadedSections, sectionMoves.map(\.source)].flatMap { Array(Set($0)) }
    return repeated(items).map { .conflictingUpdates($0) } + repeated(sections).map { .conflictingSectionUpdates($0) }
  }

  /// B16: in each section that stays, what is there now must be what was there, plus what came, minus what went.
  private func counts(from old: [Int], to new: [Int]) -> [HeadlessViolation.Kind] {
    let came = counted(insertedItems + itemMoves.map(\.destination))
    let went = counted(deletedItems + itemMoves.map(\.source))
    let sections = UpdateMapping.sections(self, from: old.count, to: new.count)
    let reloaded = Set(reloadedSections)
    return old.indices.compactMap { section in
      guard let newSection = sections[section], !reloaded.contains(section) else { return nil }
      let expected = old[section] + came[newSection, default: 0] - went[section, default: 0]
      guard expected != new[newSection] else { return nil }
      return .invalidCount(section: section, before: old[section], after: new[newSection])
    }
  }

  private func counted(_ paths: [IndexPath]) -> [Int: Int] {
    paths.reduce(into: [:]) { $0[$1.section, default: 0] += 1 }
  }

  /// Each element that comes more than once, once, in ascending order.
  private func repeated<Element: Hashable & Comparable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return Set(elements.filter { !seen.insert($0).inserted }).sorted()
  }
}
