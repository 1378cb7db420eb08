internal import Markers
internal import MarkersEndpoint
internal import QuadGeometry

extension JobPush {
    /// Pushes the space's vector, which is all of the vector mode.
    func pushVector() async -> JobState {
        let head = job.head
        guard let after = head.vectorAfter else { return JobState(direction == .apply ? .done : .undone) }
        let (before, target) = (VectorImage(head.calibration.vector), VectorImage(after))
        let overwrites = options.policy == .overwrite
        let push =
            direction == .apply
            ? VectorPush(from: before, to: target, overwrites: overwrites)
            : VectorPush(from: target, to: before, overwrites: overwrites)
        let sender = VectorSender(
            api: api, space: head.space, before: try? JSONValue(await job.spaceBefore()), job: job)
        let outcome: PushOutcome<VectorImage>, latest: JSONValue?
        do throws(JobError) { (outcome, latest) = try await sender.send(push, traffic, options.item) } catch {
            await stop(.job(error))
            return (try? await job.vectorState()) ?? JobState(.unconfirmed)
        }
        let word: JobState.Word, code: String?
        switch (outcome, direction) {
        case (.done, .apply): (word, code) = (.done, nil)
        case (.done, .undo):
            (word, code) = (.undone, nil)
            if !sender.isRestored(latest) { warn(.vectorNotRestored) }
        case (.conflict(let conflict, _), _):
            let isLeft = options.policy == .takeTheirs
            (word, code) = (direction == .undo ? .kept : isLeft ? .left : .conflict, conflict.code)
            // An undo has nothing else to do, so that it has ended.
            if !isLeft, direction == .apply { await stop(.conflict(nil, conflict)) }
        case (.gone, _): (word, code) = (.gone, nil)
        case (.unfinished(let problem, let mayBeWritten), _):
            // As far as is known, what could not be undone is still done.
            let isOpen = direction == .undo || mayBeWritten
            (word, code) = (isOpen ? .unconfirmed : .unfinished, problem.code)
            if let reason = await traffic.stopReason { await stop(reason) }
            await stop(problem == .givenUp ? .outage : .unsuitable(problem))
        }
        let state = JobState(word, code: code)
        onEvent(.vector(state))
        do throws(JobError) { try await job.record(vector: word) } catch { await stop(.job(error)) }
        return state
    }
}
