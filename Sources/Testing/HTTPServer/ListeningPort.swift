/// The port of a server, which can refuse connections for a while without another process getting it.
final class ListeningPort {
    private var socket: Socket
    private let number: UInt16
    /// The time when it takes connections again; nil while it does.
    private(set) var reopening: Double?
    /// Whether the port is ours while it refuses connections.
    private var isReserved = false

    /// Seconds between attempts to get the port back, should another process have taken it.
    private static let retrySeconds = 0.05

    init(_ socket: Socket) { (self.socket, number) = (socket, socket.port) }

    /// The socket to wait at for connections; nil while they are refused.
    var listener: Socket? { reopening == nil ? socket : nil }

    /// Refuses connections, also those that wait, until a time.
    func close(until time: Double) {
        socket.close()
        reopening = time
        reserve()
    }

    /// Takes connections again once it is time.
    func proceed(at now: Double) {
        guard let time = reopening, now >= time else { return }
        if !isReserved { reserve() }
        guard isReserved, socket.listens() else {
            reopening = now + ListeningPort.retrySeconds
            return
        }
        reopening = nil
    }

    private func reserve() {
        do throws(SystemError) {
            socket = try .bound(to: number)
            isReserved = true
        } catch {
            isReserved = false
        }
    }

    func close() { if reopening == nil || isReserved { socket.close() } }
}
