package import MarkersEndpoint

/// The limits that all requests of a run share: concurrency, rate and retries.
package actor Traffic {
    private let clock: any ClientClock
    private var limit: AdaptiveLimit
    private var cap: RateCap?
    private var budget: RetryBudget
    private var random: any RandomNumberGenerator & Sendable
    private var underWay = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isStopped = false
    private var pauses: [Int: Task<Void, Never>] = [:]
    private var pauseCount = 0
    private let locks: [SessionLock]
    private let timeout, patience: Duration
    /// Called with the patience left when the server fails.
    private let onSilence: @Sendable (Duration) -> Void
    /// The time of the first failure since the last success.
    private var silentSince: Duration?
    /// The reason why nothing more is sent, if a lock may not be held until a request is answered: somebody else has it, or the
    /// server has not answered for so long that it might have expired.
    private(set) var stopReason: StopReason?
    private(set) var requests = 0

    package init(
        _ options: RunOptions, clock: any ClientClock, timeout: Duration,
        onSilence: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        (self.clock, self.timeout, locks) = (clock, timeout, options.locks)
        (patience, self.onSilence) = (options.patience, onSilence)
        (limit, cap, budget) = (AdaptiveLimit(options.concurrency), options.rate, RetryBudget())
        random = options.random
    }

    /// Waits until one more request may be sent; `false` once the run is stopped.
    private func enter() async -> Bool {
        while underWay >= limit.limit, !isStopped { await withCheckedContinuation { waiting.append($0) } }
        guard !isStopped else { return false }
        underWay += 1
        let wait = cap?.place(now: clock.now) ?? .zero
        await pause(for: wait)
        for lock in locks where !isStopped {
            guard await !isHeld(lock) else { continue }
            stopReason = await lock.isLost || timeout >= .seconds(SessionLock.seconds) ? .lockLost : .outage
            stop()
        }
        if isStopped { leave() } else { requests += 1 }
        return !isStopped
    }

    /// Whether a lock is held until a request sent now is answered; waits while the server cannot be asked to extend it.
    private func isHeld(_ lock: SessionLock) async -> Bool {
        let start = clock.now
        while await !lock.holds(for: timeout) {
            guard await !lock.isLost, timeout < .seconds(SessionLock.seconds), clock.now - start < patience,
                !isStopped
            else { return false }
            await pause(for: SessionLock.retry)
        }
        return true
    }

    private func leave() {
        underWay -= 1
        wake()
    }

    /// Takes note of how a request was answered.
    private func note(_ failure: RequestFailure?) {
        limit.note(overload: failure?.isOverload ?? false)
        guard let failure, failure.isRetryable else { return silentSince = nil }
        let since = silentSince ?? clock.now
        silentSince = since
        onSilence(max(patience - (clock.now - since), .zero))
    }

    /// Prevents further requests; the senders await those under way.
    package func stop() {
        isStopped = true
        for pause in pauses.values { pause.cancel() }
        wake()
    }

    /// Waits, but no longer than until a stop.
    private func pause(for duration: Duration) async {
        guard duration > .zero, !isStopped else { return }
        let clock = clock, id = pauseCount
        pauseCount += 1
        let pause = Task { _ = try? await clock.sleep(for: duration) }
        pauses[id] = pause
        await pause.value
        pauses[id] = nil
    }

    /// Sends the requests of a push, with its pauses, until it ends or the run is stopped; `fresh` is what was just read, if
    /// anything was.
    package nonisolated func outcome<P: Push>(
        of push: PacedPush<P>, from fresh: P.Image? = nil,
        send: (PushRequest<P.Write>) async -> (PushAnswer<P.Image>, RequestFailure?)
    ) async -> PushOutcome<P.Image> {
        var push = push
        var action = push.start(fresh, now: clock.now)
        while true {
            switch action {
            case .finish(let outcome): return outcome
            case .send(let request, let wait):
                await pause(for: wait)
                guard await enter() else { return push.abandoned() }
                let (answer, failure) = await send(request)
                await note(failure)
                await leave()
                (push, action) = await receive(answer, failure, by: push)
            }
        }
    }

    /// The next action of a push, paid for from the common budget.
    private func receive<P: Push>(
        _ answer: PushAnswer<P.Image>, _ failure: RequestFailure?, by push: PacedPush<P>
    ) -> (push: PacedPush<P>, action: PacedPush<P>.Action) {
        var push = push
        let action = push.receive(
            answer, timedOut: failure?.isTimeout ?? false, retryAfter: failure?.retryAfter, now: clock.now,
            budget: &budget, using: &random)
        return (push, action)
    }

    private func wake() {
        let places = isStopped ? waiting.count : max(limit.limit - underWay, 0)
        let woken = waiting.prefix(places)
        waiting.removeFirst(woken.count)
        for continuation in woken { continuation.resume() }
    }
}
