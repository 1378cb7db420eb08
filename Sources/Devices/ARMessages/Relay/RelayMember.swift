public import StrictJSON

/// A session of a relay: a device that is connected, or that may come back.
struct RelayMember: Sendable {
    let token: SessionToken
    /// The name by which its device alone can come back; `nil` where the token does.
    let key: SessionToken?
    /// The host's number of the connection; `nil` while there is none.
    var client: Int?
    /// The time at which the connection has closed.
    var leftAt: Double?
    /// The order in which the sessions got their frames; `nil` before.
    var authenticated: Int?
    var queue = RelayQueue()
    /// Whether the host was asked to close the connection, which then gets nothing more.
    var isClosing = false
    /// The way in which its device learns that its frame is known.
    var confirmation = Confirmation.pose

    enum Confirmation: Sendable {
        /// ``ReservedEndpoint/joined``, which the device has asked for.
        case joined
        /// None: devices of Carrot take any pose that comes without a transform for a question.
        case none
        /// An empty pose, as devices of version 0.1 of this package expect it; others answer it.
        case pose
        /// It was sent at this time.
        case sentPose(at: Double)
    }

    /// Notes that its device takes any pose that comes for a question, unless it has asked for another confirmation.
    mutating func answersQuestions() {
        if case .joined = confirmation { return }
        confirmation = .none
    }

    init(token: SessionToken, key: SessionToken?) { (self.token, self.key) = (token, key) }

    func isResumed(by name: SessionToken) -> Bool {
        key.map { $0 == name } ?? (token == name && client == nil)
    }

    /// Whether frames can wait for it.
    var isOpen: Bool { client != nil && !isClosing }
}

/// The closing of a connection that a relay asks its host for.
public struct RelayClosing: Hashable, Sendable {
    /// The host's number of the connection.
    public let client: Int
    public let code: UInt16
    public let reason: String
}

/// The sessions of a relay, as handlers of endpoints see them.
public struct RelayRoom: Hashable, Sendable {
    /// A device with a frame of its own.
    public struct Device: Hashable, Sendable {
        public let token: SessionToken
        public let isPrimary: Bool
        /// Whether messages can be carried into its frame.
        public let hasFrame: Bool
    }

    /// The devices that are connected, in the order they came.
    public let devices: [Device]
}

/// The answer of a handler to a message: by default it goes to all others, as it is.
public struct RelayVerdict: Hashable, Sendable {
    /// The content in place of the message's own.
    public var params: JSONValue?
    /// The devices that get it; `nil` for all.
    public var recipients: Set<SessionToken>?
    /// Content that the sender gets back, at the same endpoint.
    public var answer: JSONValue?

    public init(
        params: JSONValue? = nil, recipients: Set<SessionToken>? = nil,
        answer: JSONValue? = nil
    ) {
        (self.params, self.recipients, self.answer) = (params, recipients, answer)
    }
}

/// The text frames that wait for a client, in memory that is used again.
struct RelayQueue: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The ends of the frames in the bytes.
    private var ends: [Int] = []
    /// The number of frames that were taken, and the end of the last of them.
    private var taken = 0, start = 0

    var count: Int { ends.count - taken }
    var size: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    /// Appends a frame that `write` writes at the end of some bytes.
    @inline(__always)
    mutating func append<E>(_ write: (inout [UInt8]) throws(E) -> Void) throws(E) {
        try write(&bytes)
        ends.append(bytes.count)
    }

    @inline(__always)
    mutating func append(_ frame: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: frame)
        ends.append(bytes.count)
    }

    /// Gives the next frame to `body`; returns false if there is none.
    mutating func takeNext(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard taken < ends.count else { return false }
        let end = ends[taken]
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
        (taken, start) = (taken + 1, end)
        if taken == ends.count {
            removeAll()
        } else if start > bytes.count / 2 {
            // What is left moves to the front, so that the memory does not grow with what was sent.
            bytes.removeFirst(start)
            ends.removeFirst(taken)
            for place in ends.indices { ends[place] -= start }
            (taken, start) = (0, 0)
        }
        return true
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (taken, start) = (0, 0)
    }
}
