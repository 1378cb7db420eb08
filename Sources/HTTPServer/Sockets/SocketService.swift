/// The part of a server that knows what the messages of one WebSocket mean; a ``ServedSocket`` does the rest.
///
/// Only the listener's thread calls it.
package protocol SocketService: AnyObject, Sendable {
    /// Takes a socket that has opened; to be kept until ``closed(at:)``.
    func opened(_ socket: ServedSocket, at now: Double)

    /// Takes a text.
    func receive(_ text: ArraySlice<UInt8>, at now: Double)

    /// Sends what waits, as far as the socket has room. It is called in every turn of the loop while the socket is open.
    func proceed(at now: Double)

    /// The time when ``proceed(at:)`` has something to do even if no byte comes.
    var due: Double { get }

    /// Learns that the connection is over, in whichever way; called once for a socket that has opened.
    func closed(at now: Double)
}
