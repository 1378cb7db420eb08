/// The part of a server that speaks with one client after an upgrade: bytes in, bytes out through an ``UpgradedLine``.
///
/// Only the listener's thread calls it.
package protocol UpgradedHandler: AnyObject, Sendable {
    /// Takes the connection over, after the answer that agrees to the upgrade has been sent.
    func opened(_ line: UpgradedLine, at now: Double)

    /// Takes bytes that came.
    func receive(_ bytes: UnsafeRawBufferPointer, at now: Double)

    /// Does what is to be done without bytes. It is called in every turn of the loop, after all bytes of the turn, and again while all that
    /// it had to say was sent and ``due`` has come.
    func proceed(at now: Double)

    /// The time when ``proceed(at:)`` has something to do even if no byte comes.
    var due: Double { get }

    /// Says goodbye, since the server stops.
    func drain(at now: Double)

    /// Learns that the connection is over, in whichever way; called once.
    func closed(at now: Double)
}
