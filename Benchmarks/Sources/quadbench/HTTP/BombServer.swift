import Foundation

/// Answers requests for `/` plainly, and those for the number of a case with that case.
final class BombServer: Sendable {
    let port: UInt16

    init() throws {
        let listener = try SilentServer()
        port = listener.port
        Thread.detachNewThread {
            while true {
                let connection = accept(listener.descriptor, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread {
                    BombServer.serve(connection)
                    close(connection)
                }
            }
        }
    }

    private static func serve(_ connection: Int32) {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // A request of ours comes in one piece.
            let count = recv(connection, &room, room.count, 0)
            guard count > 0 else { return }
            let path =
                String(decoding: room[..<count], as: UTF8.self).split(separator: " ").dropFirst().first ?? "/"
            guard let number = Int(path.dropFirst()) else {
                guard send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8), connection) else {
                    return
                }
                continue
            }
            let bomb = BombCase.all[number]
            guard send(Array(bomb.head.utf8), connection) else { return }
            var sent = 0
            while sent < bomb.times, send(bomb.piece, connection) { sent += 1 }
            shutdown(connection, Int32(SHUT_WR))
            // Until the client has read it all.
            while recv(connection, &room, room.count, 0) > 0 {}
            return
        }
    }

    private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
