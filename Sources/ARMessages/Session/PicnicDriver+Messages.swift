internal import StrictJSON

/// The server's messages, and a device's answers to them.
extension PicnicDriver {
    /// The frame that says the device's pose; `nil`, with a fault, where there is none.
    mutating func pose(_ token: SessionToken) -> [UInt8]? {
        guard var pose = currentPose(), pose.isFinite else {
            actions.append(.fault(.noPose))
            return nil
        }
        if options.mode == .compatible { pose = .offset(pose.position) }
        let message = ARMessage(
            token: token, endpoint: ReservedEndpoint.transform.rawValue, transform: pose)
        return try? message.encoded()
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
            if unanswered != nil { decline() }
            unanswered = now
            answer()
        case .pendingPing:
            guard message.token == state.token else {
                return actions.append(.fault(.foreignToken(message.token)))
            }
            (sentAt, waits) = (nil, 0)
            enter(.authenticatedSecondary)
        default: break
        }
    }

    /// Answers the question for the pose, or asks for a tick to try again.
    mutating func answer() {
        guard state.isPrimary, let token = state.token, let asked = unanswered else {
            return unanswered = nil
        }
        // The other device has moved on by now, so that a pose would join the wrong places.
        if now >= asked + options.answering {
            decline()
        } else if let frame = pose(token) {
            unanswered = nil
            actions.append(.send(frame))
        } else {
            actions.append(.retry(at: min(now + options.firstWait, asked + options.answering)))
        }
    }

    /// Answers a question without a pose, so that every question has one answer and the server can ask the next.
    private mutating func decline() {
        unanswered = nil
        guard options.mode == .full, let token = state.token else { return }
        let message = ARMessage(token: token, endpoint: ReservedEndpoint.transform.rawValue)
        if let frame = try? message.encoded() { actions.append(.send(frame)) }
    }

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
