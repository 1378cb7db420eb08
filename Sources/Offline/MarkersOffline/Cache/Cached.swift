public import Foundation
public import MarkersEndpoint

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
