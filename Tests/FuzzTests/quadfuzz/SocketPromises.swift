import WebSocket

/// The promises about frames of WebSockets, whoever sends them.
enum SocketPromises {
    private static let limits = WebSocketLimits(messageBytes: 256, takesBinary: true)

    /// The first byte chooses the role and the pieces, the rest is what comes.
    static func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var choices = FuzzChoices(first)
        let role: WebSocketRole = choices.below(2) == 0 ? .client : .server
        let stream = Array(bytes.dropFirst()), size = Int(choices.below(7)) + 1
        let (whole, wholeError) = read([stream], role)
        let (cut, cutError) = read(
            stride(from: 0, to: stream.count, by: size).map {
                Array(stream[$0..<min($0 + size, stream.count)])
            },
            role)
        promise(whole == cut && wholeError == cutError, "the cuts do not matter")
        if let error = wholeError {
            promise((0...stream.count).contains(error.offset), "byte \(error.offset) is in the input")
            promise(error.closeCode.mayBeSent && !error.code.isEmpty, "a refusal has codes")
        }
        writtenBack(whole, role)
        opening(stream)
    }

    /// An event and its bytes.
    private struct Seen: Equatable {
        var event: WebSocketEvent
        var payload: [UInt8]
    }

    private static func read(_ pieces: [[UInt8]], _ role: WebSocketRole) -> ([Seen], WebSocketError?) {
        var reader = WebSocketReader(role, limits: limits)
        var seen: [Seen] = []
        do throws(WebSocketError) {
            for piece in pieces {
                reader.append(piece)
                while let event = try reader.next() {
                    let payload = Array(reader.payload)
                    promise(payload.count <= limits.messageBytes, "messages keep to the limit")
                    if event == .text {
                        promise(String(validating: payload, as: UTF8.self) != nil, "texts are UTF-8")
                    }
                    seen.append(Seen(event: event, payload: payload))
                }
            }
            return (seen, nil)
        } catch {
            return (seen, error)
        }
    }

    /// Events can be written, and are then read again.
    private static func writtenBack(_ seen: [Seen], _ role: WebSocketRole) {
        var writer = WebSocketWriter(role.other), bytes: [UInt8] = []
        for one in seen {
            switch one.event {
            case .text: writer.addText(one.payload, to: &bytes)
            case .binary: writer.addBinary(one.payload, to: &bytes)
            case .ping: writer.addPing(one.payload, to: &bytes)
            case .pong: writer.addPong(one.payload, to: &bytes)
            case .close(let code):
                writer.addClose(code, reason: String(decoding: one.payload, as: UTF8.self), to: &bytes)
            }
        }
        let (again, error) = read([bytes], role)
        promise(again == seen && error == nil, "what is written is read back")
    }

    /// An answer to a client is refused, or taken with what follows.
    private static func opening(_ bytes: [UInt8]) {
        guard var opening = try? ClientOpening(host: "a", target: "/") else { return }
        do throws(OpeningRefusal) {
            let rest = try opening.receive(bytes)
            promise(rest == nil, "nobody guesses what belongs to the key")
        } catch {
            promise(!error.code.isEmpty && !error.message.isEmpty, "a refusal has a message")
        }
    }
}
