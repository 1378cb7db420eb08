public import QuadGeometry

/// A write to a marker, which takes effect if the marker still has the version.
public struct MarkerWrite: Hashable, Sendable {
    public let version: Int64
    /// Corners or calibrated data, depending on the mode; `nil` clears calibrated data.
    public let value: Quad?

    public init(version: Int64, value: Quad?) { (self.version, self.value) = (version, value) }
}

/// Realises a plan's intent for one marker, whatever the network, the server and other people do meanwhile.
///
/// Every write carries the version that it was computed for, so that only one of two competing writes takes effect, even if
/// one is late or repeated. After any unclear answer the marker is read back, and ``UpdateRule`` judges what is there.
public struct MarkerPush: Push {
    /// The number of reads in a row that may contradict what is known, each after a longer pause,
    /// since a server's copies may lag.
    public static let contradictions = 6
    /// A write that the server acknowledged without effect is sent once more, in case somebody wrote in between.
    private static let unheededWrites = 2
    /// Versions that a double can tell from their neighbours.
    public static let versions = Int64(0)...(1 << 53)

    private let rule: UpdateRule
    private let intent: MarkerIntent
    /// Whether even a clear success is read back.
    private let confirms: Bool

    private var sent: MarkerWrite?
    private var isReading = false
    /// Values that were sent besides the planned one.
    private var own: [Quad] = []
    /// The version of a write that may still take effect as long as the marker has that version.
    private var outstanding: Int64?
    /// The least version that a read must show, by what the server has said, and the newest that it has shown.
    private var least: Int64
    private var newest: Int64
    /// The version of the last write that the server acknowledged.
    private var acknowledged: Int64?
    private var contradictory = 0
    private var unheeded = 0
    private var unheededImage: MarkerImage?
    /// Whether the server has ignored null, so that from now on it is sent what it would compute.
    private var isSubstituting = false

    /// A push that has not begun; with `confirms` it reads even a clear success back, as the first of a run does.
    public init(_ intent: MarkerIntent, by rule: UpdateRule, confirms: Bool = false) {
        (self.intent, self.rule, self.confirms) = (intent, rule, confirms)
        least = max(intent.planned.version, intent.written ?? intent.planned.version)
        newest = least
    }

    /// Writes as planned, or as the fresh image requires; an undo reads first.
    public mutating func start(_ fresh: MarkerImage? = nil) -> PushStep<MarkerImage, MarkerWrite> {
        if let fresh { return judge(fresh) }
        guard rule.direction == .apply else { return read(.now) }
        return write(intent.target, in: intent.planned.version, .now)
    }

    /// Takes an answer to the last request.
    public mutating func receive(_ answer: PushAnswer<MarkerImage>) -> PushStep<MarkerImage, MarkerWrite> {
        guard !isReading, let sent else { return received(answer) }
        switch answer {
        case .found(let image): return check(image, after: sent)
        case .nothingShown:
            acknowledged = sent.version
            (outstanding, least) = (sent.version, max(least, sent.version + 1))
            return read(.now)
        case .conflict:
            // It may answer a repetition by the connection of a write that took effect.
            (outstanding, least) = (sent.version, max(least, sent.version + 1))
            return read(.now)
        case .unknown:
            outstanding = sent.version
            return read(.afterFailure)
        case .deferred:
            outstanding = sent.version
            return .send(.write(sent), .afterFailure)
        case .notSent: return .send(.write(sent), .afterFailure)
        case .gone: return .finish(.gone)
        case .refused(let failure): return unfinished(.refused(failure))
        }
    }

    private mutating func received(_ answer: PushAnswer<MarkerImage>) -> PushStep<MarkerImage, MarkerWrite> {
        switch answer {
        case .found(let image): judge(image)
        case .nothingShown, .notSent, .deferred, .unknown: read(.afterFailure)
        case .gone: .finish(.gone)
        case .conflict: read(.afterFailure)
        case .refused(let failure): unfinished(.refused(failure))
        }
    }

    /// The outcome if nothing more is sent: given up.
    public func abandoned() -> PushOutcome<MarkerImage> {
        .unfinished(.givenUp, mayBeWritten: outstanding != nil)
    }

    private mutating func check(
        _ image: MarkerImage, after sent: MarkerWrite
    ) -> PushStep<MarkerImage, MarkerWrite> {
        acknowledged = sent.version
        guard image.version > sent.version else {
            (outstanding, least) = (sent.version, max(least, sent.version + 1))
            return read(.now)
        }
        (outstanding, least, newest) = (nil, max(least, image.version), max(newest, image.version))
        guard rule.standing(of: image, to: intent, own: own) == .done else {
            unheeded += 1
            unheededImage = image
            return read(.now)
        }
        return confirms ? read(.now) : .finish(.done(image))
    }

    private mutating func judge(_ image: MarkerImage) -> PushStep<MarkerImage, MarkerWrite> {
        let standing = rule.standing(of: image, to: intent, own: own)
        if image.version < least {
            if standing == .done, image.version == acknowledged {
                return unfinished(.versionUnmoved(image.version))
            }
            contradictory += 1
            guard contradictory > MarkerPush.contradictions else { return read(.afterFailure) }
            if image.version < newest {
                return unfinished(.versionWentBack(from: newest, to: image.version))
            }
            if image.version == acknowledged { return unfinished(.notAsWritten) }
            // Refused for a version that reading still shows: another write is safe and may work.
            least = image.version
        }
        contradictory = 0
        (least, newest) = (max(least, image.version), max(newest, image.version))
        if let version = outstanding, version < image.version { outstanding = nil }
        switch standing {
        case .done: return .finish(.done(image))
        // The answer to the write was lost, and somebody has edited the marker since.
        case .drifted where rule.showsWrite(image, to: intent): return .finish(.done(image))
        case .drifted, .pending:
            // Also where somebody has edited the marker since, so that what was read is not what the server answered.
            let instead = rule.substitute(for: intent, at: image)
            if unheeded > 0, !isSubstituting, let instead {
                (unheeded, unheededImage, isSubstituting) = (0, nil, true)
                return write(instead, in: image.version, .now)
            }
            if unheeded >= MarkerPush.unheededWrites || unheededImage == image {
                return unfinished(.notAsWritten)
            }
            if case .pending(let value) = standing {
                return write(isSubstituting ? instead ?? value : value, in: image.version, .now)
            }
            if case .drifted(let conflict) = standing { return .finish(.conflict(conflict, image)) }
            return unfinished(.givenUp)
        }
    }

    private mutating func write(
        _ value: Quad?, in version: Int64, _ pace: Pace
    ) -> PushStep<MarkerImage, MarkerWrite> {
        guard MarkerPush.versions.contains(version) else { return unfinished(.versionOutOfRange(version)) }
        let write = MarkerWrite(version: version, value: value)
        if let value, value != intent.target, own.last != value { own.append(value) }
        (sent, isReading) = (write, false)
        return .send(.write(write), pace)
    }

    private mutating func read(_ pace: Pace) -> PushStep<MarkerImage, MarkerWrite> {
        isReading = true
        return .send(.read, pace)
    }

    private func unfinished(_ problem: PushProblem) -> PushStep<MarkerImage, MarkerWrite> {
        .finish(.unfinished(problem, mayBeWritten: outstanding != nil))
    }
}
