/// The state of a driver: it decides who gets the data that comes in.
public protocol DriverState: Hashable, Sendable {
    /// The state before anything has happened.
    static var `default`: Self { get }
    /// The token of the connection, once the server has named it.
    var token: SessionToken? { get }
    /// Whether messages of the app may be sent, and are delivered.
    var isAuthenticated: Bool { get }
}

/// A device's distance to a beacon, as it is ranged.
public enum Proximity: String, CaseIterable, Hashable, Sendable {
    case unknown, far, near, immediate
}
