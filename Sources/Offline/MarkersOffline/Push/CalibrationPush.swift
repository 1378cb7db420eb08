internal import Markers
internal import MarkersJobs
internal import QuadGeometry

/// Sends the calibrated data of one marker, which is worked out from the corners of that moment.
struct CalibrationPush: QueuePush {
    private let rule: UpdateRule
    private var push: MarkerPush
    /// Whether it was sent before and nothing has been read since.
    private var isReading: Bool

    /// - Parameters:
    ///   - rule: The rule of the fit.
    ///   - base: The marker as it was when it was calibrated here.
    ///   - wasSent: Whether it may have its effect.
    init(_ rule: UpdateRule, from base: MarkerImage, wasSent: Bool) {
        self.rule = rule
        push = MarkerPush(MarkerIntent(base, to: rule.calibrated(from: base.corners)), by: rule)
        isReading = wasSent
    }

    mutating func start(_ fresh: MarkerImage?) -> PushStep<MarkerImage, MarkerWrite> {
        guard let fresh else { return isReading ? .send(.read, .now) : push.start(nil) }
        isReading = false
        return push.start(fresh)
    }

    mutating func receive(_ answer: PushAnswer<MarkerImage>) -> PushStep<MarkerImage, MarkerWrite> {
        guard isReading else { return push.receive(answer) }
        switch answer {
        case .found(let image): return start(image)
        case .gone: return .finish(.gone)
        case .refused(let failure): return .finish(.unfinished(.refused(failure), mayBeWritten: true))
        default: return .send(.read, .afterFailure)
        }
    }

    func abandoned() -> PushOutcome<MarkerImage> {
        isReading ? .unfinished(.givenUp, mayBeWritten: true) : push.abandoned()
    }

    static func image(of marker: Marker) -> MarkerImage? { try? MarkerImage(marker) }

    func request(for write: MarkerWrite) throws(JSONError) -> EditRequest {
        var update = RequestBody.MarkerUpdate(version: write.version)
        update.calibratedData = write.value.map { CalibratedData($0) }
        return .update(try update.json())
    }

    func reason(for conflict: PushConflict, at image: MarkerImage) -> ParkReason {
        conflict == .corners ? .cornersEdited : .calibratedDataEdited
    }
}
