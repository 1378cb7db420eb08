public import Foundation
public import Markers
public import MarkersEndpoint

struct KeptList: Sendable {
    var category: CacheCategory
    /// The server's name for its state.
    var validator: Validator?
    /// The time of its last change by the server's clock, as the server wrote it.
    var time: String?
    /// Whether a later change would have a later time: the server's clock had moved on when it answered.
    var isSettled: Bool
    /// The time by the clock of this device, which is only ever shown.
    var keptAt: Date
    /// The elements as an array, each byte for byte as it was received.
    var body: [UInt8]

    var ids: Set<WireID> { Self.ids((try? JSONValue(body, options: Self.reading))?.elements ?? []) }

    static func ids(_ elements: [JSONValue]) -> Set<WireID> {
        Set(elements.compactMap { $0["id"]?.string.map { WireID($0) } })
    }

    /// As many values as a list of the server may have.
    private static let reading = JSONOptions(values: 1 << 24)

    /// Whether a change after an answer has a later time than all in it. The clock of an answer has whole seconds: a change in the
    /// second of the last one may have the same time.
    static func isSettled(_ latest: WireDate?, _ answered: Date?) -> Bool {
        guard let answered else { return false }
        return latest.map { answered.timeIntervalSince($0.date) >= 1 } ?? true
    }

    static func body(_ elements: [[UInt8]]) -> [UInt8] {
        var body: [UInt8] = [UInt8(ascii: "[")]
        body.reserveCapacity(elements.reduce(2) { $0 + $1.count + 1 })
        for (place, element) in elements.enumerated() {
            if place > 0 { body.append(UInt8(ascii: ",")) }
            body += element
        }
        body.append(UInt8(ascii: "]"))
        return body
    }
}

extension Validator {
    /// The text of a validator in the store: `t` or `d`, then the tag or the date.
    var stored: String {
        switch self {
        case .tag(let tag): "t" + tag
        case .date(let date): "d" + date
        }
    }

    init?(stored text: String) {
        switch text.first {
        case "t": self = .tag(String(text.dropFirst()))
        case "d": self = .date(String(text.dropFirst()))
        default: return nil
        }
    }
}

/// The time of a list that is kept, without its bytes.
struct KeptOutline: Sendable {
    /// The server's time of its latest change.
    let time: String?
    /// Whether no other change can have that time.
    let isSettled: Bool
}

/// A list of the server that is kept as a whole.
public enum CacheCategory: Hashable, Sendable {
    /// The active spaces.
    case spaces
    /// The work sessions of a space.
    case sessions(WireID)
    /// The markers of a work session.
    case markers(UUID)

    /// Its name in requests and in the store.
    public var name: String {
        switch self {
        case .spaces: "spaces"
        case .sessions(let space): "sessions/" + (space.uuid?.wireText ?? space.text)
        case .markers(let session): "markers/" + session.wireText
        }
    }

    /// The category of a name; `nil` if there is none of this name.
    package init?(_ name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        switch (parts[0], parts.count) {
        case ("spaces", 1): self = .spaces
        case ("sessions", 2) where !parts[1].isEmpty: self = .sessions(WireID(parts[1]))
        case ("markers", 2):
            guard let session = WireID(parts[1]).uuid else { return nil }
            self = .markers(session)
        default: return nil
        }
    }
}

/// The knowledge of the truth of a kept value.
public enum Staleness: String, Hashable, Sendable, CaseIterable {
    /// The server has confirmed it to this process a short time ago.
    case fresh
    /// It is kept, and the server has not been asked, or has not answered.
    case unknown
    /// The server has said that it has changed.
    case stale
}

/// A value that was kept or read, and what is known of its truth.
public struct Cached<Value: Sendable>: Sendable {
    /// `nil` if nothing is kept and the server could not be read.
    public let value: Value?
    public let staleness: Staleness
    /// The time at which it was kept, by the clock of this device; for people only, since nothing is decided by it.
    public let keptAt: Date?
    /// The reason why it is not fresh, if the server was asked.
    public let failure: CacheError?

    init(_ value: Value?, _ staleness: Staleness, keptAt: Date? = nil, failure: CacheError? = nil) {
        (self.value, self.staleness, self.keptAt, self.failure) = (value, staleness, keptAt, failure)
    }
}

/// The reason why a value could not be read or kept.
public enum CacheError: Error, Hashable, Sendable {
    /// The server could not be read.
    case server(APIError)
    /// The store could not be read or written.
    case store(StoreError)
    /// A list lacks so many elements that were there, of which one exists: what is kept stays.
    case listCutOff(String, lacking: Int, existing: String)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .server(let error): error.code
        case .store(let error): error.code
        case .listCutOff: "LIST_LOOKS_CUT_OFF"
        }
    }
}
