import ARMessages
import StrictJSON

/// The promises about messages between devices: whoever wrote them, they are read or refused with a place, and carried byte by byte.
enum MessagePromises {
    static func check(_ bytes: [UInt8]) {
        var reader = MessageReader()
        let messages: [ARMessage]
        do throws(MessageError) { messages = try reader.messages(in: bytes) } catch {
            return refusal(error, bytes)
        }
        promise(!messages.isEmpty, "a frame has a message")
        for message in messages {
            if let written = try? message.encoded(extended: true) {
                promise((try? reader.message(written)) == message, "what is written is read back")
            }
            _ = try? message.object(as: [String: Double].self)
        }
        carried(bytes, messages)
        relayed(bytes)
    }

    private static func refusal(_ error: MessageError, _ bytes: [UInt8]) {
        promise(!error.code.isEmpty && !error.message.isEmpty, "a refusal has a code and a message")
        // In bytes: a combining mark after the slash makes one character of both.
        promise(
            error.pointer.isEmpty || error.pointer.utf8.first == UInt8(ascii: "/"),
            "\(error.pointer) is a pointer")
        if case .unreadable(let fault) = error {
            promise(
                DocumentPromises.isWithin(line: fault.line, column: fault.column, bytes),
                "\(fault) is in the input")
        }
    }

    /// Shifted there and back, a message keeps all but its numbers; a stream does the same as a frame.
    private static func carried(_ bytes: [UInt8], _ messages: [ARMessage]) {
        var reader = MessageReader()
        let there = MessageRebaser(offset: SIMD3(1, -2, 0.5))
        guard let moved = try? there.rebased(bytes, with: &reader) else { return }
        let read = try? reader.messages(in: moved)
        promise(read?.count == messages.count, "a carried frame has the same messages")
        for (before, after) in zip(messages, read ?? []) {
            promise(before.token == after.token && before.endpoint == after.endpoint, "names are kept")
            promise(before.params == after.params && before.extended == after.extended, "content is kept")
            promise(before.transform.map { there($0) } == after.transform, "numbers are read back")
        }
        guard !messages.contains(where: \.isReserved) else { return }
        var streamed: [UInt8] = []
        var stream = MessageStream(there)
        let sink = ByteSink { (bytes) throws(JSONError) in streamed += bytes }
        promise((try? stream.carry(ByteSource(bytes), to: sink)) != nil, "a stream takes what a frame takes")
        promise(streamed == moved, "a stream carries as a frame")
    }

    /// A relay takes any frame, and what it says can be read.
    private static func relayed(_ bytes: [UInt8]) {
        for mode in RelayOptions.Mode.allCases {
            var relay = Relay(options: RelayOptions(mode: mode))
            guard let token = SessionToken("E621E1F8-C36C-495A-93FC-0C247A3E6E5F") else { return }
            _ = try? relay.join(1, fresh: token, at: 1)
            _ = try? relay.join(2, fresh: SessionToken(high: 1, low: 2), at: 2)
            relay.receive(bytes, from: 1, at: 3)
            var reader = MessageReader(limits: MessageLimits(size: 1 << 20))
            for client in 1...2 {
                relay.take(for: client) { frame in
                    promise((try? reader.messages(in: Array(frame))) != nil, "what a relay says is a message")
                }
            }
        }
    }
}
