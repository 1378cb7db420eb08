internal import StrictJSON

/// The server's side of the handshake.
extension Relay {
    /// Makes the session that has had its frame longest the primary device; else the one that came first.
    mutating func elect() {
        let here = members.indices.filter { members[$0].client != nil }
        let next =
            here.filter { members[$0].authenticated != nil }
            .min { members[$0].authenticated ?? 0 < members[$1].authenticated ?? 0 } ?? here.first
        guard let next else { return primary = nil }
        primary = members[next].token
        if members[next].authenticated == nil {
            frames.begin(with: members[next].token)
            authenticate(next)
            settle()
        }
        note("PRIMARY", primary)
        for place in here { sendBeacon(to: place) }
    }

    /// Elects another primary device where that keeps the room's frame; else the lost one has time to come back.
    mutating func replacePrimary(isGone: Bool) {
        guard options.mode != .carrot01 || isGone && members.isEmpty else { return }
        let hasHeir = members.contains { $0.client != nil && $0.authenticated != nil }
        guard hasHeir || isGone else { return }
        // Poses at a ping belong to the place of the lost device.
        for token in waiting {
            guard let place = members.firstIndex(where: { $0.token == token }) else { continue }
            members[place].pose = nil
            refuse(.primaryLost, place, endpoint: ReservedEndpoint.transform.rawValue)
        }
        waiting = []
        elect()
    }

    private mutating func authenticate(_ place: Int) {
        guard members[place].authenticated == nil else { return }
        members[place].authenticated = authentications
        authentications += 1
    }

    /// Takes a pose: of the primary device as an answer, of others as a ping.
    mutating func receivePose(_ outline: MessageOutline, from place: Int) throws(RelayFault) {
        let token = members[place].token
        if token == primary {
            guard let transform = outline.transform, !waiting.isEmpty else { throw .unaskedPose }
            try answer(with: try pose(transform))
        } else {
            guard let transform = outline.transform else { throw .noTransform }
            members[place].pose = try pose(transform)
            if !waiting.contains(token) {
                waiting.append(token)
                // Version 0.1.0 asks once for everyone who pings.
                if waiting.count == 1 || options.mode == .carrot01 { ask(for: token) }
            }
        }
    }

    private func pose(_ transform: MessageTransform) throws(RelayFault) -> DevicePose {
        do throws(HandshakeError) {
            let pose = try DevicePose(transform)
            guard pose.hasRotation || options.mode != .rigid else { throw HandshakeError.noRotation }
            return pose
        } catch {
            throw .handshake(error)
        }
    }

    /// Joins the frame of the device that was asked for; in version 0.1.0 of all that wait.
    private mutating func answer(with primaryPose: DevicePose) throws(RelayFault) {
        guard let primary else { return }
        let answered = options.mode == .carrot01 ? waiting : Array(waiting.prefix(1))
        waiting.removeFirst(answered.count)
        defer { if !waiting.isEmpty { ask() } }
        for token in answered {
            guard let place = members.firstIndex(where: { $0.token == token }),
                let secondary = members[place].pose
            else { continue }
            members[place].pose = nil
            let handshake = Handshake(
                primary: primaryPose, secondary: secondary, placement: options.placement)
            try frames.join(token, to: primary, by: handshake, at: now)
            authenticate(place)
            settle()
            note("AUTHENTICATED", token)
            confirm(place)
        }
    }

    /// Asks the primary device for the pose that the first of those that wait needs.
    mutating func ask() {
        if let token = waiting.first { ask(for: token) }
    }

    private mutating func ask(for token: SessionToken) {
        askedAt = now
        guard let place = members.firstIndex(where: { $0.token == primary && $0.client != nil }) else {
            return
        }
        send(ARMessage(token: token, endpoint: ReservedEndpoint.transform.rawValue), to: place)
    }

    /// Tells a secondary device that its frame is known.
    mutating func confirm(_ place: Int) {
        let token = members[place].token
        guard options.answers, token != primary, members[place].client != nil, frames.isKnown(token) else {
            return
        }
        send(ARMessage(token: token, endpoint: ReservedEndpoint.transform.rawValue), to: place)
    }

    /// Names the primary device.
    mutating func sendBeacon(to place: Int) {
        guard let primary else { return }
        let params: JSONValue = [
            "identifier": .string(Beacon.usualIdentifier), "uuid": .string(primary.description),
        ]
        send(
            ARMessage(
                token: members[place].token, endpoint: ReservedEndpoint.beacon.rawValue, params: params),
            to: place)
    }

    /// Notes a refusal, and answers it where the mode does.
    mutating func refuse(_ fault: RelayFault, _ place: Int, endpoint: String) {
        note(fault, members[place].token)
        guard options.answers, members[place].client != nil else { return }
        let params: JSONValue = [
            "code": .string(fault.code), "message": .string(fault.message), "for": .string(endpoint),
        ]
        send(
            ARMessage(
                token: members[place].token, endpoint: ReservedEndpoint.error.rawValue, params: params),
            to: place)
    }

    mutating func send(_ message: ARMessage, to place: Int) {
        guard members[place].isOpen, let frame = try? message.encoded() else { return }
        frame.withUnsafeBufferPointer { members[place].queue.append($0) }
        checkQueue(place)
    }
}
