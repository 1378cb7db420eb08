import ARMessages
import Foundation
import QuadGeometry
import WebSocket

/// A sender and its recipients on raw sockets in one thread, so that the clients take little time.
final class SpeedRoom {
    private let sender: SpeedSocket
    private let recipients: [SpeedSocket]
    private let message: [UInt8]
    /// The frames of many messages, masked, as the sender sends them at a time.
    private let batch: [UInt8]

    /// The size of the message, as the reference of the published server's has it.
    static let messageBytes = 285
    private static let batchCount = 32
    /// The messages by which the slowest recipient may be behind.
    private static let window = 512

    /// - Parameter joins: whether the devices take part in the handshake, by which each has a frame of its own.
    init(port: UInt16, recipients count: Int, joins: Bool) throws {
        sender = try SpeedSocket(port: port)
        recipients = try (0..<count).map { _ in try SpeedSocket(port: port) }
        var token = SessionToken(high: 1, low: 2)
        if joins {
            var random = SeededGenerator(seed: 1)
            token = try sender.token()
            for recipient in recipients {
                let own = try recipient.token()
                try recipient.say(own, "carrot_transform", RoomFaults.pose(&random))
                // The question for the primary device's pose, then the confirmation.
                _ = try sender.text()
                try sender.say(token, "carrot_transform", RoomFaults.pose(&random))
                _ = try recipient.text()
            }
        }
        message = MessagesBench.message(token: token)
        var bytes: [UInt8] = [], writer = WebSocketWriter(.client, masks: SeededGenerator(seed: 2))
        for _ in 0..<SpeedRoom.batchCount { writer.addText(message, to: &bytes) }
        batch = bytes
    }

    var recipientCount: Int { recipients.count }

    /// Sends so many messages, and returns the seconds until every recipient has all of them.
    func carry(_ count: Int) throws -> Double {
        for recipient in recipients { recipient.count = 0 }
        let batches = (count + SpeedRoom.batchCount - 1) / SpeedRoom.batchCount
        let all = batches * SpeedRoom.batchCount
        let start = ContinuousClock.now
        var sent = 0, rest = batch[...], behind = recipients.count
        var ends = ([sender] + recipients).map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        while behind > 0 {
            let slowest = recipients.lazy.map(\.count).min() ?? 0
            let maySend = sent < all && sent - slowest < SpeedRoom.window
            ends[0].events = Int16(maySend ? POLLOUT : POLLIN)
            guard poll(&ends, nfds_t(ends.count), 10_000) > 0 else {
                throw BenchError.violated("the relay carried nothing for 10 s")
            }
            if ends[0].revents & Int16(POLLOUT) != 0 {
                rest = rest.dropFirst(try sender.push(rest))
                if rest.isEmpty {
                    sent += SpeedRoom.batchCount
                    rest = batch[...]
                }
            } else if ends[0].revents != 0 {
                try sender.pull()
            }
            for (place, recipient) in recipients.enumerated() where ends[place + 1].revents != 0 {
                let before = recipient.count
                try recipient.pull()
                if before < all, recipient.count >= all { behind -= 1 }
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard recipients.allSatisfy({ $0.count == all }) else {
            throw BenchError.violated("a message came twice")
        }
        return seconds * Double(count) / Double(all)
    }

    /// The texts that each recipient sees of one message, in order.
    func one() throws -> [[UInt8]] {
        var rest = batch[..<(batch.count / SpeedRoom.batchCount)]
        while !rest.isEmpty { rest = rest.dropFirst(try sender.push(rest)) }
        return try recipients.map { try $0.text() }
    }
}

/// A WebSocket of one thread.
final class SpeedSocket {
    let descriptor: Int32
    /// The number of texts that have come.
    var count = 0
    private var reader = WebSocketReader(.client, limits: WebSocketLimits(messageBytes: 1 << 20))
    private var writer = WebSocketWriter(.client, masks: SeededGenerator(seed: 3))
    private var room = [UInt8](repeating: 0, count: 1 << 18)

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw BenchError.peer("relay", "nothing listens on port \(port)") }
        var opening = try ClientOpening(host: "127.0.0.1:\(port)", target: "/ws")
        _ = try push(opening.request[...])
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { throw BenchError.peer("relay", "closed at once") }
            guard let rest = try opening.receive(room[..<count]) else { continue }
            reader.append(rest)
            return
        }
    }

    deinit { close(descriptor) }

    /// Sends what goes at once, and returns how much that is.
    func push(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let count = bytes.withUnsafeBytes {
            Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw BenchError.peer("relay", "closed") }
        return count
    }

    /// Reads what has come.
    func pull() throws {
        let got = recv(descriptor, &room, room.count, 0)
        guard got > 0 else { throw BenchError.peer("relay", "closed, or said nothing for long") }
        room.withUnsafeBufferPointer { reader.append(UnsafeBufferPointer(rebasing: $0[..<got])) }
        while let event = try reader.next() {
            switch event {
            case .text: count += 1
            case .ping:
                var bytes: [UInt8] = []
                writer.addPong(reader.payload, to: &bytes)
                _ = try push(bytes[...])
            case .pong: break
            case .binary, .close: throw BenchError.violated("the relay closed, or sent no text")
            }
        }
    }

    /// The next text.
    func text() throws -> [UInt8] {
        while true {
            while let event = try reader.next() {
                if event == .text { return Array(reader.payload) }
            }
            let got = recv(descriptor, &room, room.count, 0)
            guard got > 0 else { throw BenchError.peer("relay", "said nothing for long") }
            reader.append(room[..<got])
        }
    }

    /// The token of the session, which the beacon names.
    func token() throws -> SessionToken {
        var messages = MessageReader()
        return try messages.message(try text()).token
    }

    func say(_ token: SessionToken, _ endpoint: String, _ pose: RigidTransform) throws {
        var bytes: [UInt8] = []
        let message = ARMessage(token: token, endpoint: endpoint, transform: MessageTransform(pose))
        writer.addText(try message.encoded(), to: &bytes)
        _ = try push(bytes[...])
    }
}
