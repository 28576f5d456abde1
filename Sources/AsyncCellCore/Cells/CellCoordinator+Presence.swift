public import Foundation

/// The list is hidden and shown: by the app's verbs, with its screen, with the app, with the cell that it lies in.
extension CellCoordinator {
  /// Suspends all work of this list: nothing starts, what runs stops where it can, and goes on from there later.
  public func suspend() {
    carryOut(presence.hide(.app, .suspended))
  }

  /// Goes on after ``suspend()``, and starts anew what the cells on screen lack after ``cancel()``.
  ///
  /// Returning to a screen gives a list no display events, so this must be called, unless the list follows its screen.
  /// What is hidden otherwise stays so.
  public func resume() {
    let step = presence.show(.app)
    carryOut(step)
    // After ``cancel()`` nothing hides the list, and it lacks everything all the same.
    if step != .goOn, presence.effect < .cancelled { goOn() }
  }

  // MARK: The screen

  /// The list's screen has gone: its work follows a policy, after a grace in seconds.
  public func screenDidDisappear(_ policy: OffscreenPolicy, after grace: TimeInterval = 0) {
    hide(.screen, ListPresence.Effect(policy), after: grace)
  }

  /// The list's screen is coming back. What it lacks begins, or goes on.
  public func screenWillAppear() {
    show(.screen)
  }

  // MARK: The app

  /// The app has gone to the background: what is not on screen is let go of, and the work follows ``backgroundPolicy``.
  public func didEnterBackground() {
    memoryWarning()
    hide(.background, ListPresence.Effect(backgroundPolicy), after: 0)
  }

  /// The app is coming back.
  public func willEnterForeground() {
    show(.background)
  }

  // MARK: The cell that the list lies in

  /// What becomes of the list's work when the cell that it lies in leaves the screen: ``offscreenPolicy``, or what the
  /// outer list's own hiding asks for, if that is harsher.
  func outerCellDidLeave(_ outer: ListPresence) {
    hide(.outerCell, max(ListPresence.Effect(offscreenPolicy), outer.effect), after: offscreenGrace)
  }

  /// The cell that the list lies in has left the screen before, and the outer list is hidden or shown.
  func followAway(_ outer: ListPresence) {
    guard hideTimers[.outerCell] == nil else {
      // Within its grace it is as on screen, and the grace begins again.
      follow(outer)
      return outerCellDidLeave(outer)
    }
    guard presence.isHidden(by: .outerCell) else { return }
    hide(.outerCell, max(ListPresence.Effect(offscreenPolicy), outer.effect), after: 0)
  }

  /// The cell that the list lies in is on screen; the outer list may be hidden.
  func follow(_ outer: ListPresence) {
    guard outer.effect > .none else { return show(.outerCell) }
    hide(.outerCell, outer.effect, after: 0)
    // Of two reasons one may have cancelled what was there, and the other still suspends what comes.
    if outer.isSuspended, outer.effect > .suspended { hide(.outerCell, .suspended, after: 0) }
  }

  // MARK: Hiding

  private func hide(_ reason: ListPresence.Reason, _ effect: ListPresence.Effect, after grace: TimeInterval) {
    hideTimers.removeValue(forKey: reason)?.cancel()
    guard grace > 0 else { return carryOut(presence.hide(reason, effect)) }
    hideTimers[reason] = clock.schedule(after: .interval(grace)) { [weak self, main] in
      main.enqueue {
        // A return within the grace has taken the timer away.
        guard let self, self.hideTimers.removeValue(forKey: reason) != nil else { return }
        self.carryOut(self.presence.hide(reason, effect))
      }
    }
  }

  private func show(_ reason: ListPresence.Reason) {
    // Within the grace the list is not hidden by that yet; but it may be from before, more mildly.
    hideTimers.removeValue(forKey: reason)?.cancel()
    carryOut(presence.show(reason))
  }

  private func carryOut(_ step: ListPresence.Step) {
    switch step {
    case .nothing: break
    case .demote:
      reprioritizeEverything()
      pages?.setSuspended(isSuspended)
    case .suspend: suspendEverything()
    case .cancel: cancelEverything()
    case .goOn: goOn()
    }
    tellNestedLists()
  }
}
