import CPeers
import WebSocket

/// The times of reading masked texts, checks and all, beside a loop in C that only takes the masks off and looks for ASCII.
enum SocketSpeed {
    /// The length of a message of devices, as the relay meets it.
    static let messageBytes = 285
    private static let longBytes = 16_384

    static func measure(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let rounds = try options.count("rounds", default: 21)
        return [
            "short_ns": try medians(count: 2_000, bytes: messageBytes, rounds, seed),
            "long_ns": try medians(count: 60, bytes: longBytes, rounds, seed),
            "short_bytes": messageBytes, "long_bytes": longBytes,
        ] as [String: Any]
    }

    /// The median nanoseconds a frame.
    private static func medians(count: Int, bytes: Int, _ rounds: Int, _ seed: UInt64) throws -> [String:
        Double]
    {
        let frames = frames(count, bytes: bytes, seed: seed)
        var reader = WebSocketReader(.server), writer = WebSocketWriter(.server), written: [UInt8] = []
        let message = [UInt8](repeating: 0x41, count: bytes)
        var room = [UInt8](repeating: 0, count: bytes)
        let race = Race(items: count, rounds: rounds)
        var read = 0, readByC = 0, wrote = 0
        race.add("read") {
            reader.append(frames)
            while (try? reader.next()) != nil { read += reader.withPayload { $0.count } }
        }
        race.add("c") { readByC += peer_read_frames(frames, frames.count, &room) }
        race.add("write") {
            written.removeAll(keepingCapacity: true)
            for _ in 0..<count { writer.addText(message, to: &written) }
            wrote += written.count
        }
        let medians = race.medians()
        // In every round and in the one that does not count; a server's frames have no mask.
        let all = count * (rounds + 1), maskBytes = 4
        guard read == all * bytes, readByC == all * bytes else {
            throw BenchError.violated("of \(all * bytes) bytes \(read) were read, and \(readByC) in C")
        }
        guard wrote == (frames.count - count * maskBytes) * (rounds + 1) else {
            throw BenchError.violated("\(wrote) bytes of frames were written")
        }
        return medians
    }

    /// Masked texts in ASCII.
    static func frames(_ count: Int, bytes: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed), frames: [UInt8] = []
        var writer = WebSocketWriter(.client, masks: SeededGenerator(seed: seed))
        for _ in 0..<count {
            writer.addText(
                (0..<bytes).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }, to: &frames)
        }
        return frames
    }
}
