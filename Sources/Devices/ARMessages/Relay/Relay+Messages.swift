internal import StrictJSON

/// Messages that come in, and their ways out.
extension Relay {
    /// Takes a frame of a client.
    public mutating func receive(
        _ bytes: [UInt8], from client: Int, isBinary: Bool = false, at time: Double
    ) {
        bytes.withUnsafeBufferPointer { receive($0, from: client, isBinary: isBinary, at: time) }
    }

    /// Takes a frame of a client; its messages before one that is refused count.
    ///
    /// - Parameters:
    ///   - bytes: The frame.
    ///   - client: The host's number of the connection.
    ///   - isBinary: Whether it came as a binary message, as the published apps of Carrot send all.
    ///   - time: The time, in seconds of a clock that does not run backwards.
    public mutating func receive(
        _ bytes: UnsafeBufferPointer<UInt8>, from client: Int, isBinary: Bool = false, at time: Double
    ) {
        if time > now { tick(time) }
        guard let place = places[client], members[place].isOpen else { return }
        if isBinary { members[place].answersQuestions() }
        var start = 0
        do throws(MessageError) {
            while let outline = try reader.next(in: bytes, from: start) {
                start = outline.document.upperBound
                do throws(RelayFault) {
                    try take(outline, in: bytes, from: place)
                } catch {
                    refuse(error, place, endpoint: outline.endpointName(in: bytes))
                }
                // A refusal may have closed the client.
                guard members[place].isOpen else { return }
            }
        } catch {
            refuse(.unreadable(error), place, endpoint: "")
        }
    }

    @inline(__always)
    private mutating func take(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>, from place: Int
    ) throws(RelayFault) {
        guard outline.token == members[place].token else { throw .foreignToken(outline.token) }
        if outline.isReserved(in: bytes) {
            let name = outline.endpointName(in: bytes)
            guard name == ReservedEndpoint.transform.rawValue else { throw .unknownEndpoint(name) }
            return try receivePose(try message(outline, in: bytes), from: place)
        }
        guard frames.isKnown(members[place].token) else { throw .noFrame }
        if !handlers.isEmpty, let handler = handlers[outline.endpointName(in: bytes)] {
            return try take(outline, in: bytes, from: place, by: handler)
        }
        guard options.mode == .carrot01, case .matrix? = outline.transform else {
            return try broadcast(outline, in: bytes, from: place, only: nil)
        }
        note(.ignoredTransform, members[place].token)
        var message = try message(outline, in: bytes)
        message.transform = nil
        try broadcast(message, from: place, only: nil)
    }

    private func message(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(RelayFault) -> ARMessage {
        do throws(MessageError) {
            return try MessageReader.message(outline, in: bytes, options.limits)
        } catch { throw .unreadable(error) }
    }

    private mutating func take(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>, from place: Int,
        by handler: Handler
    ) throws(RelayFault) {
        let message = try message(outline, in: bytes)
        let verdict = handler(message, room)
        if let answer = verdict.answer {
            send(
                ARMessage(token: members[place].token, endpoint: message.endpoint, params: answer), to: place)
        }
        guard let params = verdict.params, params != message.params else {
            return try broadcast(outline, in: bytes, from: place, only: verdict.recipients)
        }
        let changed = outline.document(in: bytes, withParams: params.text)
        try broadcast(changed, from: place, only: verdict.recipients)
    }

    private mutating func broadcast(
        _ message: ARMessage, from place: Int, only recipients: Set<SessionToken>?
    ) throws(RelayFault) {
        let frame: [UInt8]
        do throws(MessageError) {
            frame = try message.encoded(extended: message.extended != nil)
        } catch { throw .unreadable(error) }
        try broadcast(frame, from: place, only: recipients)
    }

    private mutating func broadcast(
        _ frame: [UInt8], from place: Int, only recipients: Set<SessionToken>?
    ) throws(RelayFault) {
        try frame.withUnsafeBufferPointer { bytes throws(RelayFault) in
            var reader = MessageReader(limits: MessageLimits(size: .max))
            let outline: MessageOutline?
            do throws(MessageError) { outline = try reader.next(in: bytes) } catch {
                throw .unreadable(error)
            }
            if let outline { try broadcast(outline, in: bytes, from: place, only: recipients) }
        }
    }

    /// Puts a message into the queues of its recipients, written once for each frame that differs. Every form is made before any is queued,
    /// so that a message that is refused reaches nobody.
    @inline(__always)
    private mutating func broadcast(
        _ outline: MessageOutline, in bytes: UnsafeBufferPointer<UInt8>, from place: Int,
        only recipients: Set<SessionToken>?
    ) throws(RelayFault) {
        let count = members.count
        prepareWays()
        let document = UnsafeBufferPointer(rebasing: bytes[outline.document])
        let precision: NumberPrecision = options.mode == .carrot01 ? .plain : .double
        var scratch: [UInt8] = []
        swap(&scratch, &self.scratch)
        defer { swap(&scratch, &self.scratch) }
        scratch.removeAll(keepingCapacity: true)
        for recipient in 0..<count { (written[recipient], forms[recipient]) = (0..<0, .none) }
        for recipient in 0..<count {
            guard members[recipient].isOpen, options.echoes || recipient != place,
                recipients?.contains(members[recipient].token) ?? true
            else { continue }
            guard case .carried(let rebaser, let like) = way(from: place, to: recipient) else {
                // A device without a frame gets nothing; one with a frame that nothing joins to the sender's would miss the message silently.
                if frames.isKnown(members[recipient].token) { throw .noFrame }
                continue
            }
            guard outline.transform != nil, !rebaser.isIdentity else {
                forms[recipient] = .document
                continue
            }
            forms[recipient] = .written(like)
            guard written[like].isEmpty else { continue }
            let start = scratch.count
            do throws(MessageError) {
                try rebaser.append(outline, in: bytes, to: &scratch, precision: precision)
            } catch { throw .unreadable(error) }
            written[like] = start..<scratch.count
        }
        for recipient in 0..<count {
            switch forms[recipient] {
            case .none: continue
            case .document: members[recipient].queue.append(document)
            case .written(let like):
                let range = written[like]
                scratch.withUnsafeBufferPointer {
                    members[recipient].queue.append(UnsafeBufferPointer(rebasing: $0[range]))
                }
            }
            checkQueue(recipient)
        }
    }

    /// Makes room for the ways between all members, if these have changed.
    @inline(__always)
    private mutating func prepareWays() {
        let count = members.count
        guard ways.count != count * count else { return }
        ways.append(contentsOf: repeatElement(.unknown, count: count * count))
        written = [Range<Int>](repeating: 0..<0, count: count)
        forms = [RelayForm](repeating: .none, count: count)
    }

    @inline(__always)
    private mutating func way(from sender: Int, to recipient: Int) -> RelayWay {
        let known = ways[sender * members.count + recipient]
        guard case .unknown = known else { return known }
        return findWay(from: sender, to: recipient)
    }

    @inline(never)
    private mutating func findWay(from sender: Int, to recipient: Int) -> RelayWay {
        let count = members.count
        var way = RelayWay.none
        if let rebaser = frames.rebaser(from: members[sender].token, to: members[recipient].token) {
            var like = recipient
            for other in 0..<count {
                if case .carried(rebaser, let first) = ways[sender * count + other] {
                    like = first
                    break
                }
            }
            way = .carried(rebaser, like: like)
        }
        ways[sender * count + recipient] = way
        return way
    }
}
