/// What reaches a run from outside its loop: hand-overs, time-outs, suspend, resume, cancel.
extension WaterfallExecution {
  // MARK: From the job in flight

  /// A job hands over its result, on any thread.
  func complete(_ token: UInt64, with result: StepResult) {
    let (wasOpen, lane, over) = state.withLock { state in
      let isStopped = state.inFlight.map { $0.token == token && $0.isStopped } ?? false
      let wasOpen = state.open.remove(token) != nil
      let isWanted = state.machine.inFlight == token && !state.machine.hasPending
      let bringsThread = state.machine.complete(token, with: result, isStopped: isStopped)
      return (wasOpen, bringsThread ? state.machine.lane : nil, isWanted ? state.takeInFlight() : nil)
    }
    over?.timer?.cancel()
    if let lane { bringThread(to: lane) }
    if wasOpen { driver.bodyEnded() }
  }

  func dropped(_ token: UInt64) {
    let name = state.withLock { $0.inFlight?.token == token ? $0.inFlight?.jobName : nil }
    complete(token, with: .dropped(JobError.handoffDropped(job: name)))
  }

  func report(_ token: UInt64, _ fraction: Double) {
    guard !fraction.isNaN else { return }
    let clamped = min(max(fraction, 0), 1)
    let progress: WorkProgress? = state.withLock { state in
      guard let inFlight = state.inFlight, inFlight.token == token, clamped > inFlight.fraction else { return nil }
      state.inFlight?.fraction = clamped
      return WorkProgress(fraction: clamped, jobName: inFlight.jobName)
    }
    if let progress { driver.executionDidReport(progress) }
  }

  func isCurrent(_ token: UInt64) -> Bool {
    state.withLock { $0.machine.inFlight == token && !$0.machine.hasPending }
  }

  func attach(_ control: any OperationControl, to token: UInt64) {
    let holder = ControlHolder(control)
    let stopped = state.withLock { state in
      guard state.machine.inFlight == token, state.inFlight?.token == token else {
        // Cancelled or timed out meanwhile. A job that has handed over already needs its control no more.
        if state.open.contains(token) { holder.want(.cancelled) }
        return false
      }
      state.inFlight?.control = holder
      holder.want(state.machine.isSuspended ? .suspended : .running, priority: driver.taskPriority)
      // While suspended it does not even start, and so may be one that could not be stopped.
      return state.machine.isSuspended && state.stopInFlight()
    }
    holder.apply()
    if stopped {
      stopClock(of: token)
      driver.bodyEnded()
    }
  }

  // MARK: The time-out

  func runClock(of token: UInt64) {
    let remaining: Duration? = state.withLock { state in
      guard let inFlight = state.inFlight, inFlight.token == token, !inFlight.isStopped,
        let remaining = inFlight.remaining
      else { return nil }
      state.inFlight?.remaining = nil
      state.inFlight?.deadline = clock.now + remaining
      return remaining
    }
    guard let remaining else { return }
    let timer = clock.schedule(after: remaining) { [weak self] in self?.expire(token) }
    let isWanted = state.withLock { state in
      guard let inFlight = state.inFlight, inFlight.token == token, inFlight.deadline != nil, inFlight.timer == nil
      else { return false }
      state.inFlight?.timer = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  func stopClock(of token: UInt64) {
    let timer: (any EngineTimer)? = state.withLock { state in
      guard let inFlight = state.inFlight, inFlight.token == token, let deadline = inFlight.deadline else {
        return nil
      }
      state.inFlight?.remaining = max(.zero, deadline - clock.now)
      state.inFlight?.deadline = nil
      state.inFlight?.timer = nil
      return inFlight.timer
    }
    timer?.cancel()
  }

  private func expire(_ token: UInt64) {
    let (over, lane): (InFlight?, Lane?) = state.withLock { state in
      // The deadline is looked at, for the clock may have been stopped and set going again meanwhile.
      guard let inFlight = state.inFlight, inFlight.token == token, let deadline = inFlight.deadline,
        clock.now >= deadline
      else { return (nil, nil) }
      let error = JobError.timedOut(job: inFlight.jobName, seconds: (inFlight.timeout ?? .zero).seconds)
      guard state.machine.expire(token, with: error) else { return (nil, nil) }
      return (state.takeInFlight(), state.machine.lane)
    }
    over?.stop()
    if let lane { bringThread(to: lane) }
  }

  // MARK: Control

  package func suspend() {
    let (control, token, stopped): (ControlHolder?, UInt64?, Bool) = state.withLock { state in
      guard state.machine.suspend(), let inFlight = state.inFlight, let control = inFlight.control,
        control.isSuspendable, state.stopInFlight()
      else { return (nil, nil, false) }
      control.want(.suspended)
      return (control, inFlight.token, true)
    }
    control?.apply()
    if let token { stopClock(of: token) }
    if stopped { driver.bodyEnded() }
  }

  package func resume() {
    let (lane, restarted): (Lane?, InFlight?) = state.withLock { state in
      let bringsThread = state.machine.resume()
      let lane = bringsThread ? state.machine.lane : nil
      guard !state.machine.isSuspended, let inFlight = state.inFlight, inFlight.isStopped else { return (lane, nil) }
      state.inFlight?.isStopped = false
      state.open.insert(inFlight.token)
      inFlight.control?.want(.running)
      return (lane, inFlight)
    }
    if let restarted {
      driver.bodyBegan()
      runClock(of: restarted.token)
      restarted.control?.apply()
    }
    if let lane { bringThread(to: lane) }
  }

  package var isSuspended: Bool { state.withLock { $0.machine.isSuspended } }

  /// Passes the driver's priority on to what the job in flight has returned.
  package func priorityDidChange() {
    let control = state.withLock { state in
      state.inFlight?.control?.want(priority: driver.taskPriority)
      return state.inFlight?.control
    }
    control?.apply()
  }

  /// Ends the run as cancelled, on the calling thread, if it has not ended.
  package func cancel() {
    let (didEnd, over, timer) = state.withLock { state in
      let didEnd = state.machine.cancel()
      defer { state.retryTimer = nil }
      return (didEnd, state.takeInFlight(), state.retryTimer)
    }
    timer?.cancel()
    over?.stop()
    if didEnd { driver.executionDidEnd(.cancelled) }
  }
}

extension WaterfallExecution.InFlight {
  /// Cancels what the job has in flight; nothing it hands over is wanted any more.
  fileprivate func stop() {
    timer?.cancel()
    control?.want(.cancelled)
    control?.apply()
    task?.cancel()
  }
}
