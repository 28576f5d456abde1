import Foundation

extension UITableView: UpdatableList {
  func make(
    _ updates: ListUpdates, isAnimated: Bool, method: String, change: () -> Void, completion: ((Bool) -> Void)?
  ) {
    guard mayChange(method) else {
      change()
      markForReload()
      completion?(false)
      return
    }
    beginBatch()
    change()
    batch?.updates.append(updates)
    if isAnimated, !updates.isEmpty { batch?.isAnimated = true }
    if let completion { batch?.completions.append(completion) }
    endBatch()
  }

  func reload(method: String?, change: () -> Void, completion: ((Bool) -> Void)?) {
    if let method { _ = mayChange(method) }
    change()
    markForReload()
    guard let completion else { return }
    guard let window else { return completion(true) }
    completions.add([completion], at: window.frames.count, finished: true)
  }
}
