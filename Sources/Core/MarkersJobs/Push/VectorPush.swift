public import Markers
internal import QuadGeometry

/// The part of a space that a push looks at: its vector, if it has one.
public struct VectorImage: Hashable, Sendable {
    public var vector: CalibrationVector?

    public init(_ vector: CalibrationVector?) { self.vector = vector }
}

/// Realises a plan's intent for a space's vector, which has no version.
///
/// Only its value shows whether somebody else changed it, so it is read directly before and after every write. No client
/// can see a change in the moment between. The value is written as a whole, never added to.
public struct VectorPush: Push {
    private let planned: VectorImage
    private let target: VectorImage
    /// Whether a vector that somebody else has set is replaced.
    private let overwrites: Bool
    private var isReading = true
    private var isWritten = false, mayBeWritten = false, isZeroed = false
    private var contradictory = 0

    /// - Parameters:
    ///   - planned: The vector when it was planned; in an undo, as it was written. None is the same as zero.
    ///   - target: The new vector; `nil` if it had none.
    ///   - overwrites: Whether a vector that somebody else has set is replaced.
    package init(from planned: VectorImage, to target: VectorImage, overwrites: Bool = false) {
        (self.planned, self.target, self.overwrites) = (planned, target, overwrites)
    }

    /// Reads first, whatever was read before.
    public mutating func start(
        _ fresh: VectorImage?
    ) -> PushStep<VectorImage, VectorImage> { read(.now) }

    /// Takes an answer to the last request.
    public mutating func receive(
        _ answer: PushAnswer<VectorImage>
    ) -> PushStep<VectorImage, VectorImage> {
        switch answer {
        case .found(let image) where isReading: return judge(image)
        case .found, .nothingShown:
            guard !isReading else { return read(.afterFailure) }
            (isWritten, mayBeWritten) = (true, true)
            return read(.now)
        case .unknown, .deferred:
            if !isReading { mayBeWritten = true }
            return read(.afterFailure)
        case .notSent: return read(.afterFailure)
        case .gone: return .finish(.gone)
        case .conflict: return read(.afterFailure)
        case .refused(let failure): return unfinished(.refused(failure))
        }
    }

    /// The outcome if nothing more is sent: given up.
    public func abandoned() -> PushOutcome<VectorImage> {
        .unfinished(.givenUp, mayBeWritten: mayBeWritten)
    }

    private mutating func judge(
        _ image: VectorImage
    ) -> PushStep<VectorImage, VectorImage> {
        if VectorPush.allows(image, target) { return .finish(.done(image)) }
        guard overwrites || VectorPush.allows(image, planned) else {
            return .finish(.conflict(.vector, image))
        }
        guard isWritten else {
            isReading = false
            return .send(.write(target), .now)
        }
        // Acknowledged but not there: an old copy was read, or the server ignores the write.
        contradictory += 1
        if contradictory > MarkerPush.contradictions, target.vector == nil, !isZeroed {
            // Many servers take null to mean no change.
            (isReading, isWritten, isZeroed, contradictory) = (false, false, true, 0)
            return .send(.write(VectorImage(CalibrationVector(.zero))), .now)
        }
        return contradictory > MarkerPush.contradictions ? unfinished(.notAsWritten) : read(.afterFailure)
    }

    /// Whether a vector is neither the planned one nor the target.
    func isSomebodys(_ image: VectorImage) -> Bool {
        !VectorPush.allows(image, planned) && !VectorPush.allows(image, target)
    }

    /// Whether a space has this vector, as far as storage can show.
    static func isSame(_ image: VectorImage, _ vector: CalibrationVector) -> Bool {
        allows(image, VectorImage(vector))
    }

    private static func allows(_ a: VectorImage, _ b: VectorImage) -> Bool {
        let (a, b) = (a.vector?.numbers ?? .zero, b.vector?.numbers ?? .zero)
        let magnitude = Double.maximum(a.largestMagnitude, b.largestMagnitude)
        return StoredTolerance(magnitude: magnitude).allows(a - b)
    }

    private mutating func read(_ pace: Pace) -> PushStep<VectorImage, VectorImage> {
        isReading = true
        return .send(.read, pace)
    }

    private func unfinished(_ problem: PushProblem) -> PushStep<VectorImage, VectorImage> {
        .finish(.unfinished(problem, mayBeWritten: mayBeWritten))
    }
}
