/// States reach cells.
extension CellCoordinator {
  /// Delivers what is in the outbox. Each letter is checked when its turn comes: an earlier one may have changed all.
  func flush() {
    var letters = outbox.takeAll()
    defer { scheduleFlush() }
    guard mayDeliver else {
      outbox.putBack(&letters)
      return
    }
    isDeliveryDue = false
    var metDead = false
    var isFirst = true
    let end = clock.now + .interval(deliveryBudget)
    while let letter = letters.next() {
      let claim = letter.claim
      guard claim.generation == letter.generation, claim.isActive else { continue }
      guard isFirst || clock.now < end else {
        letters.putFirst(letter)
        outbox.putBack(&letters)
        isDeliveryDue = false
        waitsForFrame = true
        break
      }
      isFirst = false
      if claim.cell != nil {
        deliver(letter, to: claim)
      } else {
        metDead = true
      }
    }
    if metDead { discardDeadClaims() }
  }

  private func deliver(_ letter: Outbox.Letter, to claim: Claim) {
    guard claim.isUpToDate else {
      claim.binding?.rebind()
      return
    }
    deliver(letter.state, to: claim)
    noteForMeasuring(claim)
  }

  /// What a cell shows has changed after it was measured.
  func noteForMeasuring(_ claim: Claim) {
    guard remeasuring != .never, claim.isDisplayed, let cell = claim.listedCell else { return }
    if !unmeasured.contains(where: { $0 === cell }) { unmeasured.append(cell) }
  }

  func deliver(_ state: ErasedState, to claim: Claim) {
    switch state {
    case .inProgress:
      claim.shown = .progress
    case .complete(let box, let expiry):
      claim.shown = .value
      claim.lastValue = box
      claim.isVersion = false
      claim.valueExpiry = expiry
    case .failed:
      claim.shown = .failure
    }
    claim.deliver(state)
  }

  private var mayDeliver: Bool {
    guard !waitsForFrame else { return false }
    switch deliveryTiming {
    case .immediately: return true
    case .eachFrame: return isDeliveryDue
    case .whenScrollingStops: return !scroll.isMoving
    }
  }

  /// Sees to it that what is in the outbox will be delivered, and cells measured.
  func scheduleFlush() {
    if !unmeasured.isEmpty { scheduleMeasuring() }
    guard !outbox.isEmpty else { return }
    guard !waitsForFrame, deliveryTiming != .eachFrame || isDeliveryDue else { return needFrames() }
    // The end of the scroll delivers it.
    guard deliveryTiming != .whenScrollingStops || !scroll.isMoving else { return }
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    main.enqueue { [weak self] in
      self?.isFlushScheduled = false
      self?.flush()
    }
  }

  /// A frame has begun: what has waited for it is delivered.
  func deliverInFrame() {
    waitsForFrame = false
    guard !outbox.isEmpty else { return }
    isDeliveryDue = true
    flush()
    isDeliveryDue = false
  }

  // MARK: Heights

  private func scheduleMeasuring() {
    guard !isMeasuringScheduled else { return }
    isMeasuringScheduled = true
    // Never inside a layout pass: binding in the middle of one may have brought us here.
    main.enqueue { [weak self] in
      self?.isMeasuringScheduled = false
      self?.remeasure()
    }
  }

  /// Measures all cells at once whose content has changed since, and keeps the anchor where it was.
  private func remeasure() {
    let cells = unmeasured
    unmeasured = []
    guard let viewport, !cells.isEmpty else { return }
    let anchor = anchorCell(in: viewport)
    let path = anchor.flatMap { viewport.indexPath(of: $0) }
    // What has been pushed off the screen may have lost its cell to another item.
    func extent() -> ClosedRange<Double>? {
      path.flatMap { viewport.extent(at: $0) } ?? anchor.flatMap { viewport.extent(of: $0) }
    }
    let before = extent()
    viewport.remeasure(cells)
    guard let before, let after = extent() else { return }
    let change = ScrollAnchor(remeasuring).change(from: before, to: after)
    if change != 0 { viewport.setOffset(viewport.offset + change) }
  }

  private func anchorCell(in viewport: any ListViewport) -> AnyObject? {
    let visible = viewport.offset...(viewport.offset + max(0, viewport.length))
    let cells = claims.values.compactMap { claim -> (AnyObject, ClosedRange<Double>)? in
      guard claim.isDisplayed, let cell = claim.listedCell, let extent = viewport.extent(of: cell) else { return nil }
      return (cell, extent)
    }
    return ScrollAnchor(remeasuring).choose(among: cells.map(\.1), visible: visible).map { cells[$0].0 }
  }
}

extension AsyncCellState {
  /// The state with its type back. A box of another type cannot be: keys are told apart by the type of their value.
  init(_ state: ErasedState) {
    switch state {
    case .inProgress(let progress, let previous):
      self = .inProgress(
        AsyncCellProgress(
          phase: progress.isRunning ? .running : .waiting, attempt: progress.attempt, jobName: progress.jobName,
          fraction: progress.fraction, previous: previous?.unboxed(as: Value.self)))
    case .complete(let box, _):
      if let value = box.unboxed(as: Value.self) {
        self = .complete(value)
      } else {
        self = .failed(AsyncCellFailure(error: InputMismatch(), jobName: nil, attempts: 0) {})
      }
    case .failed(let failure):
      self = .failed(failure)
    }
  }
}
