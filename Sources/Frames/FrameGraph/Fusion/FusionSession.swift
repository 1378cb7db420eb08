public import QuadGeometry

/// The markers of one session, in the session's own frame, by keys that mean the same marker in every session.
public struct FusionSession: Hashable, Sendable {
    public let name: String
    public let markers: [String: Quad]

    public init(name: String, markers: [String: Quad]) { (self.name, self.markers) = (name, markers) }
}

/// The knowledge and wishes with which sessions are fused.
public struct FusionOptions: Hashable, Sendable {
    /// The session whose frame the fused markers get; the one that shares most sightings where none is named.
    public var root: String?
    /// The corner noise and the marker error, in metres a coordinate; estimated from residuals where not given.
    public var cornerNoise, markerNoise: Double?
    /// Whether corners that most sessions contradict are left out.
    public var isRobust: Bool
    /// The deviation of each session's tilt, in degrees a direction: 0 of sessions that all are level, so that they differ by turns
    /// about the vertical (+Y) and shifts alone; `nil` where nothing is known of it.
    public var tilt: Double?

    public init(
        root: String? = nil, cornerNoise: Double? = nil, markerNoise: Double? = nil, isRobust: Bool = true,
        tilt: Double? = nil
    ) {
        (self.root, self.cornerNoise, self.markerNoise) = (root, cornerNoise, markerNoise)
        (self.isRobust, self.tilt) = (isRobust, tilt)
    }
}

/// The reason that sessions were not fused.
public enum FusionError: Error, Hashable, Sendable {
    case tooFewSessions(found: Int)
    case duplicateSession(String)
    case noSuchSession(String)
    /// A corner that is not finite or too far away.
    case badCorner(session: String, marker: String, corner: Int)
    /// A noise that is negative or not finite.
    case badNoise(Double)
    /// A tilt that is negative or not finite, in degrees.
    case badTilt(Double)
    /// These sessions share too few markers with the others to be placed.
    case unconnected([String])

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .tooFewSessions: "TOO_FEW_SESSIONS"
        case .duplicateSession: "DUPLICATE_SESSION"
        case .noSuchSession: "NO_SUCH_SESSION"
        case .badCorner: "BAD_CORNER"
        case .badNoise: "BAD_NOISE"
        case .badTilt: "BAD_TILT"
        case .unconnected: "UNCONNECTED"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .tooFewSessions(let found): "\(found) session\(found == 1 ? "" : "s"); two are needed"
        case .duplicateSession(let name): "two sessions are named \(name)"
        case .noSuchSession(let name): "no session is named \(name)"
        case .badCorner(let session, let marker, let corner):
            "corner p\(corner + 1) of marker \(marker) in session \(session) has no usable coordinates"
        case .badNoise(let noise): "a noise of \(noise) m"
        case .badTilt(let tilt): "a tilt of \(tilt) degrees"
        case .unconnected(let names):
            "too few markers are shared by \(names.joined(separator: ", ")) and the others"
        }
    }

    /// The way out.
    public var remedy: String {
        switch self {
        case .tooFewSessions: "add the markers of another session"
        case .duplicateSession: "give each session a name of its own"
        case .noSuchSession: "name one of the sessions that are given"
        case .badCorner: "correct the corner or leave the marker out"
        case .badNoise: "give a noise above zero, in metres"
        case .badTilt: "give a tilt of zero or more, in degrees"
        case .unconnected: "see to markers that the sessions share, or leave the sessions out"
        }
    }
}
