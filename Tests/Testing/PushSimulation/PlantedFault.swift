internal import Markers
internal import MarkersClient
internal import QuadGeometry

/// Mistakes that a simulation must find.
public enum PlantedFault: String, CaseIterable, Sendable {
    /// On a conflict, the version is fetched and the same body sent again, as the guides have it.
    case guideRule
    /// A request without an answer is sent again, and a conflict then taken for a success.
    case noReadBack
    /// Corners that are read are moved, whatever they are.
    case blindRecompute
    /// The shift is added to whatever vector is read.
    case vectorAddedTwice
}

/// Pushes a marker by a rule with a mistake in it.
struct PlantedMarkerPush: Push {
    let fault: PlantedFault
    let intent: MarkerIntent
    /// The corners that are written for those that were read.
    let value: @Sendable (Quad) -> Quad
    private var write: MarkerWrite
    private var isReading = false

    init(_ fault: PlantedFault, _ intent: MarkerIntent, value: @escaping @Sendable (Quad) -> Quad) {
        (self.fault, self.intent, self.value) = (fault, intent, value)
        write = MarkerWrite(version: intent.planned.version, value: intent.target)
    }

    mutating func start(_ fresh: MarkerImage?) -> PushStep<MarkerImage, MarkerWrite> {
        if let fresh {
            if fresh.corners == intent.target || fresh.calibrated == intent.target {
                return .finish(.done(fresh))
            }
            write = MarkerWrite(version: fresh.version, value: intent.target)
        }
        return .send(.write(write), .now)
    }

    mutating func receive(_ answer: PushAnswer<MarkerImage>) -> PushStep<MarkerImage, MarkerWrite> {
        switch answer {
        case .found(let image):
            guard isReading else { return .finish(.done(image)) }
            isReading = false
            let target = fault == .blindRecompute ? value(image.corners) : intent.target
            write = MarkerWrite(version: image.version, value: target)
            return .send(.write(write), .now)
        case .conflict where fault == .noReadBack: return .finish(.done(written))
        case .nothingShown where fault == .noReadBack: return .finish(.done(written))
        case .conflict, .nothingShown:
            isReading = true
            return .send(.read, .now)
        case .gone: return .finish(.gone)
        case .refused(let failure): return .finish(.unfinished(.refused(failure), mayBeWritten: true))
        case .notSent, .deferred, .unknown: return .send(isReading ? .read : .write(write), .afterFailure)
        }
    }

    private var written: MarkerImage {
        MarkerImage(version: write.version + 1, corners: write.value ?? intent.planned.corners)
    }

    func abandoned() -> PushOutcome<MarkerImage> { .unfinished(.givenUp, mayBeWritten: true) }
}

/// Pushes a vector by a rule with a mistake in it.
struct PlantedVectorPush: Push {
    let fault: PlantedFault
    let shift: SIMD3<Double>
    let target: VectorImage
    private var write: VectorImage
    private var isReading = false

    init(_ fault: PlantedFault, _ planned: VectorImage, shift: SIMD3<Double>) {
        (self.fault, self.shift) = (fault, shift)
        write = VectorImage(CalibrationVector((planned.vector?.numbers ?? .zero) + shift))
        target = write
    }

    mutating func start(_ fresh: VectorImage?) -> PushStep<VectorImage, VectorImage> {
        if fresh == target { return .finish(.done(target)) }
        return .send(.write(write), .now)
    }

    mutating func receive(_ answer: PushAnswer<VectorImage>) -> PushStep<VectorImage, VectorImage> {
        switch answer {
        case .found(let image):
            guard isReading else { return .finish(.done(image)) }
            isReading = false
            write = VectorImage(CalibrationVector((image.vector?.numbers ?? .zero) + shift))
            return .send(.write(write), .now)
        case .gone: return .finish(.gone)
        case .refused, .conflict: return .finish(abandoned())
        case .nothingShown, .unknown, .notSent, .deferred:
            isReading = fault == .vectorAddedTwice
            return .send(isReading ? .read : .write(write), .afterFailure)
        }
    }

    func abandoned() -> PushOutcome<VectorImage> { .unfinished(.givenUp, mayBeWritten: true) }
}
