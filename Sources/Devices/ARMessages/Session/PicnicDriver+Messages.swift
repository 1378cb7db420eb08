internal import StrictJSON

/// The server's messages, and a device's answers to them.
extension PicnicDriver {
    /// The frame that says the device's pose; `nil`, with a fault, where there is none.
    mutating func pose(_ token: SessionToken, params: JSONValue?) -> [UInt8]? {
        guard var pose = currentPose(), pose.isFinite else {
            actions.append(.fault(.noPose))
            return nil
        }
        if options.mode == .compatible { pose = .offset(pose.position) }
        let message = ARMessage(
            token: token, endpoint: ReservedEndpoint.transform.rawValue, transform: pose, params: params)
        return try? message.encoded()
    }

    /// The frame with the device's pose at the handshake. It also asks for `carrot_joined` as the confirmation.
    mutating func ping(_ token: SessionToken) -> [UInt8]? {
        let joined: JSONValue = [Relay.confirm: .string(ReservedEndpoint.joined.rawValue)]
        return pose(token, params: options.mode == .full ? joined : nil)
    }

    mutating func read(_ bytes: [UInt8]) {
        switch state.phase {
        case .closed, .opening, .closing, .failed: return
        default: break
        }
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            // Where a message that cannot be read ends is not known, so nothing behind it is read.
            while let outline = next(in: bytes, from: start) {
                start = outline.document.upperBound
                do throws(MessageError) {
                    take(try MessageReader.message(outline, in: bytes, reader.limits))
                } catch {
                    actions.append(.fault(.unreadable(error)))
                }
            }
        }
    }

    private mutating func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> MessageOutline? {
        do throws(MessageError) { return try reader.next(in: bytes, from: start) } catch {
            actions.append(.fault(.unreadable(error)))
            return nil
        }
    }

    private mutating func take(_ message: ARMessage) {
        guard message.isReserved else {
            return actions.append(state.isAuthenticated ? .deliver(message) : .fault(.notAuthenticated))
        }
        switch ReservedEndpoint(rawValue: message.endpoint) {
        case .beacon: take(beacon: message)
        case .transform: take(transform: message)
        case .joined: confirm(message)
        case .error: take(error: message)
        case nil: actions.append(.fault(.unknownEndpoint(message.endpoint)))
        }
    }

    private mutating func take(beacon message: ARMessage) {
        guard state.phase == .pendingToken || message.token == state.token else {
            return actions.append(.fault(.foreignToken(message.token)))
        }
        guard let beacon = Beacon(message) else { return actions.append(.fault(.badBeacon)) }
        state.token = message.token
        key = message.params?["resume"]?.string.flatMap { SessionToken($0) }
        let isPrimary = beacon.uuid == message.token
        switch state.phase {
        case .authenticatedPrimary, .authenticatedSecondary:
            // The server keeps the frame, whoever is the primary device.
            enter(isPrimary ? .authenticatedPrimary : .authenticatedSecondary)
        default:
            sentAt = nil
            enter(isPrimary ? .pendingAdvertising : .pendingPing(.unknown))
        }
        actions.append(isPrimary ? .advertise(beacon) : .range(beacon))
    }

    private mutating func take(transform message: ARMessage) {
        guard message.transform == nil else {
            return actions.append(.fault(.unknownEndpoint(message.endpoint)))
        }
        switch state.phase {
        case .pendingAdvertising, .authenticatedPrimary:
            guard message.token != state.token else { return }
            let number = message.params?[Relay.question]?.integer
            // An answer without a number is for the newest question.
            if number == nil { declineUnnumbered() }
            questions = questions.suffix(PicnicDriver.mostQuestions - 1) + [(number, now)]
            answer()
        case .pendingPing: confirm(message)
        default: break
        }
    }

    /// Takes the server's word that this device's frame is known.
    private mutating func confirm(_ message: ARMessage) {
        guard case .pendingPing = state.phase else { return }
        guard message.token == state.token else {
            return actions.append(.fault(.foreignToken(message.token)))
        }
        (sentAt, waits) = (nil, 0)
        enter(.authenticatedSecondary)
    }

    /// Answers the questions for the pose, or asks for a tick to try again.
    mutating func answer() {
        guard state.isPrimary, let token = state.token else { return questions = [] }
        while let (number, asked) = questions.first {
            // The other device has moved on by now, so that a pose would join the wrong places.
            if now >= asked + options.answering {
                questions.removeFirst()
                decline(number)
            } else if let frame = pose(token, params: number.map(PicnicDriver.params)) {
                questions.removeFirst()
                actions.append(.send(frame))
            } else {
                return actions.append(.retry(at: min(now + options.firstWait, asked + options.answering)))
            }
        }
    }

    private mutating func declineUnnumbered() {
        guard let place = questions.firstIndex(where: { $0.number == nil }) else { return }
        questions.remove(at: place)
        decline(nil)
    }

    /// Answers a question without a pose, so that every question has one answer and the server can ask the next.
    private mutating func decline(_ number: Int64?) {
        guard options.mode == .full, let token = state.token else { return }
        let message = ARMessage(
            token: token, endpoint: ReservedEndpoint.transform.rawValue,
            params: number.map(PicnicDriver.params))
        if let frame = try? message.encoded() { actions.append(.send(frame)) }
    }

    private static func params(_ number: Int64) -> JSONValue { [Relay.question: .integer(number)] }

    private mutating func take(error message: ARMessage) {
        let params = message.params
        let endpoint = params?["for"]?.string ?? ""
        if endpoint == ReservedEndpoint.transform.rawValue { sentAt = nil }
        actions.append(
            .fault(
                .refused(
                    code: params?["code"]?.string ?? "", message: params?["message"]?.string ?? "",
                    endpoint: endpoint)))
    }
}
