internal import HTTPServer

/// Something that goes wrong with requests: what, how often or when, and whether before or after the effect.
///
/// Faults of sockets happen to the messages that WebSockets send instead: rates and numbers count those, and ``requests``
/// selects the requests that opened the sockets.
public struct Fault: Hashable, Sendable {
    public var kind: Kind
    public var moment: Moment
    public var phase: Phase
    /// The requests that it happens to; nil for any.
    public var requests: RequestSelection?

    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// An answer with this status and no useful body.
        case status(Int)
        /// A 429 with a `Retry-After` in seconds or as a date.
        case tooMany(seconds: Int, asDate: Bool)
        /// A 429 with a `Retry-After` that is neither seconds nor a date.
        case tooManyUnclear
        /// A page for people, with status 200, as from a proxy.
        case page
        /// The answer, or with ``Phase/before`` the request, waits.
        case latency(milliseconds: Int)
        /// The answer comes byte by byte, with a pause after each.
        case drip(milliseconds: Int)
        /// The connection is reset.
        case reset
        /// The connection is closed without an answer.
        case close
        /// All connections are closed, and new ones are refused for so long; locks, presence and tokens remain.
        case restart(seconds: Double)
        /// The answer ends halfway.
        case truncate
        /// `Content-Length` is more than what comes.
        case long
        /// `Content-Length` is less than what comes, and the rest stays on the connection.
        case short
        /// The answer comes twice, the second time after a pause; the connection serves no request meanwhile.
        case answerTwice(milliseconds: Int)
        /// The answer comes once more ahead of the next answer on the connection.
        case answerOnNext
        /// The answer comes once more in the place of the next one on the connection, that one in the place of its next, and so on.
        case answersBehind
        /// A marker, or every marker of a list, is shown in its state before the last change.
        case stale
        /// A list lacks every other element, beginning with the first.
        case shortList
        /// A list of the markers of a session holds those of another session instead.
        case foreignList
        /// Every token issued so far expires.
        case expire
        /// The connection of a WebSocket is reset in the place of a message to the client.
        case socketDrop
        /// A WebSocket is closed with this code in the place of a message to the client.
        case socketClose(code: UInt16)
        /// A message to the client waits, and with it those behind it.
        case socketLatency(milliseconds: Int)
        /// Every byte of a message to the client is sent alone.
        case socketSplit
    }

    /// The requests that the fault happens to, of those in ``Fault/requests``.
    public enum Moment: Hashable, Sendable {
        /// A share of them.
        case rate(Double)
        /// The ones of these numbers, counted from 1 since the server started.
        case requests(ClosedRange<Int>)

        /// The request of this number.
        public static func request(_ number: Int) -> Moment { .requests(number...number) }
    }

    /// Whether the request has its effect.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// The request has no effect.
        case before
        /// The request has its effect, but the answer is lost or wrong.
        case after
    }

    public init(
        _ kind: Kind, _ moment: Moment = .rate(1), _ phase: Phase = .before,
        of requests: RequestSelection? = nil
    ) {
        (self.kind, self.moment, self.requests) = (kind, moment, requests)
        self.phase = kind.fixedPhase ?? phase
    }
}

extension Fault.Kind {
    /// The phase of a kind that has only one.
    var fixedPhase: Fault.Phase? {
        switch self {
        case .status, .tooMany, .tooManyUnclear, .page, .latency, .reset, .close, .restart: nil
        case .drip, .truncate, .long, .short, .answerTwice, .answerOnNext, .answersBehind, .stale,
            .shortList, .foreignList, .socketDrop, .socketClose, .socketLatency, .socketSplit:
            .after
        case .expire: .before
        }
    }

    /// Whether it happens to messages of open WebSockets, and not to requests.
    var isOfSockets: Bool {
        switch self {
        case .socketDrop, .socketClose, .socketLatency, .socketSplit: true
        default: false
        }
    }
}

/// The requests that a fault may happen to: those of a method, of an operation, or of several operations that do the same.
public struct RequestSelection: Hashable, Sendable {
    /// A method such as `PATCH`, an operation of the OpenAPI document such as `updateMarker`, or one of ``words``.
    public let name: String

    /// Takes a name only if it is known.
    public init?(_ name: String) {
        let isKnown =
            RequestMethod(rawValue: name) != nil || Operation(rawValue: name) != nil
            || RequestSelection.groups.contains { $0.word == name }
        guard isKnown else { return nil }
        self.name = name
    }

    /// The names for requests of several operations: all lists, lists of markers, locks in both styles, and the phone.
    public static let words = groups.map(\.word)

    private static let groups: [(word: String, operations: Set<Operation>)] = [
        (
            "list",
            [
                .listSpaces, .listWorkSessions, .listMarkers, .listSessionMarkers, .listReferenceSets,
                .listAnchors,
            ]
        ),
        ("markers", [.listMarkers, .listSessionMarkers]),
        ("lock", [.acquireLock, .acquireOldLock]),
        ("extend", [.extendLock, .extendOldLock]),
        ("unlock", [.releaseLock, .releaseOldLock]),
        ("phone", [.phoneHealth, .phoneStatus, .detect, .capture, .updatePhoneSettings]),
    ]

    /// Whether it includes a request.
    ///
    /// - Parameter operation: what the request asks for; nil where no operation does that.
    func includes(_ request: IncomingRequest, _ operation: Operation?) -> Bool {
        if name == request.method.rawValue { return true }
        guard let operation else { return false }
        return operation.rawValue == name
            || RequestSelection.groups.contains { $0.word == name && $0.operations.contains(operation) }
    }
}

/// The names of the requests that the server understands, as in the OpenAPI document.
enum Operation: String, Hashable, Sendable, CaseIterable {
    case health, listSpaces, createSpace, getSpace, updateSpace, deleteSpace, getLaserGuide
    case listReferenceSets, createReferenceSet, listWorkSessions, createWorkSession, getWorkSession
    case updateWorkSession, deleteWorkSession, listSessionMarkers, calculateSessionDetails
    case exportWorkSession, listMarkers, createMarker, createMarkers, getMarker, updateMarker
    case deleteMarker, getMarkerDetails, putMarkerDetails, deleteMarkerDetails, calculateMarkerDetails
    case listAnchors, upsertAnchor, getAnchor, updateAnchor, deleteAnchor, listPresence, beatPresence
    case endPresence, acquireLock, extendLock, releaseLock, getLock, acquireOldLock, extendOldLock
    case releaseOldLock, getOldLock, listEvents, importWorkSession, putLaserGuide, listFaults, listRequests
    case issueToken, refreshToken, validateCache
    // Of WebSockets.
    case followEvents, echoMessages, joinRoom
    // Of the phone.
    case phoneHealth, phoneStatus, detect, capture, updatePhoneSettings, getCameraFrame, listTrueObjects
}
