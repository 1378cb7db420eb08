internal import Markers
internal import QuadGeometry
internal import RigidCalibration

/// The answer of the library to a scene, by a robust join, beside the truth.
public struct SilentOutcome {
    public enum Answer {
        case refused(String)
        case given(codes: [String], passes: Bool)
    }

    public let answer: Answer
    /// The error at the marker where it is largest, in metres, if that is more than was promised.
    public private(set) var wrongBy: Double?

    /// The support that a refusal asks for, and the markers of the scan that has fewer.
    public private(set) var needed: Int?
    public let markers: Int
    private let hasToWarn: Bool

    /// Of many markers the worst is off by more than the bound that 95 of 100 keep: by the F law this many times as much in 2 of 1,000 scenes
    /// with three markers, in 2 of 10,000 with four.
    private static let mostShare = 3.0
    /// Nobody calls a motion wrong that is off by less, in metres.
    private static let leastError = 0.01

    /// The code of the refusal, or those of what is said of the answer.
    public var codes: [String] {
        switch answer {
        case .refused(let code): [code]
        case .given(let codes, _): codes
        }
    }

    /// Whether a wrong answer passes, or one that has to say for what it holds.
    public var isSilent: Bool {
        if case .given(_, passes: true) = answer { wrongBy != nil || hasToWarn } else { false }
    }

    /// Whether a right answer passes.
    public var isRight: Bool {
        if case .given(_, passes: true) = answer { wrongBy == nil && !hasToWarn } else { false }
    }

    init(_ scene: SilentScene, by key: JoinKey, _ random: inout SeededGenerator) {
        let (old, new) = scene.observed(&random)
        (markers, hasToWarn) = (min(old.count, new.count), scene.hasToWarn)
        let found: Calibration
        do throws(RigidFitError) {
            let joined = try JoinedMarkers(robust: MarkerJoin(old, new, by: key))
            guard !joined.matches.isEmpty else {
                answer = .refused("NO_PAIRS")
                return
            }
            found = try Calibration(robust: joined.correspondences)
        } catch {
            if case .motionNotDetermined(_, let needed) = error { self.needed = needed }
            answer = .refused("\(error.code)")
            return
        }
        guard found.verdict != .fail else {
            answer = .refused(found.judgements.first?.code ?? "FAIL")
            return
        }
        answer = .given(codes: found.judgements.map(\.code), passes: found.verdict == .pass)
        let unchecked = found.judgements.compactMap { $0.uncheckedError }.max() ?? 0
        for corner in scene.old.flatMap({ $0.quad.corners }) {
            let place = found.moved(corner), error = (place - scene.moved(corner)).length
            let promised = max(found.evidence.covariance?.predictedError(atMoved: place) ?? 0, unchecked)
            let most = max(Self.mostShare * promised, Self.leastError)
            if !scene.hasMotion || error > most { wrongBy = max(wrongBy ?? 0, error) }
        }
    }
}

extension FitJudgement {
    /// The error that is said to show in nothing, in metres.
    fileprivate var uncheckedError: Double? {
        if case .weakGeometry(.unchecked(let error), _) = self { error } else { nil }
    }
}
