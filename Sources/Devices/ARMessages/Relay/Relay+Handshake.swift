internal import QuadGeometry
internal import StrictJSON

/// The server's side of the handshake.
extension Relay {
    /// Makes the session that has had its frame longest the primary device; one that may still come back before any that has no frame,
    /// since a frame begun beside it would not be joined to it. Else the one that came first begins.
    mutating func elect() {
        let here = members.indices.filter { members[$0].client != nil }
        guard let next = oldest(of: here) ?? oldest(of: Array(members.indices)) ?? here.first else {
            return primary = nil
        }
        primary = members[next].token
        if members[next].authenticated == nil {
            frames.begin(with: members[next].token)
            authenticate(next)
            settle()
        }
        note("PRIMARY", primary)
        for place in here { sendBeacon(to: place) }
    }

    /// The member that has had its frame longest, of those that have one.
    private func oldest(of places: [Int]) -> Int? {
        places.filter { members[$0].authenticated != nil }
            .min { members[$0].authenticated ?? 0 < members[$1].authenticated ?? 0 }
    }

    var isPrimaryHere: Bool { members.contains { $0.token == primary && $0.client != nil } }

    /// Elects another primary device where that keeps the room's frame; else the lost one has time to come back.
    mutating func replacePrimary(isGone: Bool) {
        guard options.mode != .carrot01 else { return }
        let hasHeir = members.contains { $0.client != nil && $0.authenticated != nil }
        if hasHeir || isGone { elect() }
    }

    /// Refuses the devices that wait, whose poses belong to the place of a primary device that has left.
    mutating func endQuestions() {
        for token in questions.removeAll() { refuseToWait(.primaryLost, token) }
    }

    /// Refuses the devices whose poses have become too old, and asks for the next.
    mutating func endOldQuestions() {
        for token in questions.expire(at: now) { refuseToWait(.noAnswer, token) }
        if options.mode != .carrot01 { ask() }
    }

    private mutating func refuseToWait(_ fault: RelayFault, _ token: SessionToken) {
        guard let place = members.firstIndex(where: { $0.token == token }) else { return }
        refuse(fault, place, endpoint: ReservedEndpoint.transform.rawValue)
    }

    private mutating func authenticate(_ place: Int) {
        guard members[place].authenticated == nil else { return }
        members[place].authenticated = authentications
        authentications += 1
    }

    /// Takes a pose: of the primary device as an answer, of others as a ping.
    mutating func receivePose(_ message: ARMessage, from place: Int) throws(RelayFault) {
        let token = members[place].token
        guard token != primary else { return try takeAnswer(message) }
        guard let transform = message.transform else { throw .noTransform }
        let pose = try pose(transform)
        if message.params?[Relay.confirm]?.string == ReservedEndpoint.joined.rawValue {
            members[place].confirmation = .joined
        }
        if case .sentPose(let time) = members[place].confirmation, now < time + Relay.answering {
            // Nobody holds devices together again so soon: it answers what it took for a question.
            return note("CONFIRMATION_ANSWERED", token)
        }
        guard options.mode == .carrot01 || isPrimaryHere else { throw .primaryLost }
        let isNew = questions.take(pose, of: token, at: now)
        // Version 0.1.0 asks once for everyone who pings.
        if options.mode != .carrot01 { ask() } else if isNew { ask(for: token) }
    }

    private func pose(_ transform: MessageTransform) throws(RelayFault) -> DevicePose {
        let pose: DevicePose
        do throws(HandshakeError) {
            pose = try DevicePose(transform)
            guard pose.hasRotation || options.mode != .rigid else { throw HandshakeError.noRotation }
        } catch {
            throw .handshake(error)
        }
        let far = pose.transform.translation.largestMagnitude
        guard far <= DevicePose.largestShift else { throw .tooFar(metres: far) }
        return pose
    }

    /// Takes the answer of the primary device: its pose, or nothing where it knows none.
    private mutating func takeAnswer(_ message: ARMessage) throws(RelayFault) {
        let transform = message.transform
        guard options.mode != .carrot01 else { return try takeAnswerForAll(transform) }
        switch questions.takeAnswer(to: message.params?[Relay.question]?.integer) {
        case .unasked: throw .unaskedPose
        case .late:
            note("LATE_POSE", primary)
            ask()
        case .ping(let ping):
            defer { ask() }
            guard let transform else { return refuseToWait(.noAnswer, ping.token) }
            do throws(RelayFault) { join(ping, to: try pose(transform)) } catch {
                refuseToWait(.noAnswer, ping.token)
                throw error
            }
        }
    }

    /// Joins the frames of all that wait, as version 0.1.0 does.
    private mutating func takeAnswerForAll(_ transform: MessageTransform?) throws(RelayFault) {
        guard let transform, !questions.pings.isEmpty else { throw .unaskedPose }
        let pose = try pose(transform)
        let pings = questions.pings
        _ = questions.removeAll()
        for ping in pings { join(ping, to: pose) }
    }

    private mutating func join(_ ping: PoseQuestions.Ping, to primaryPose: DevicePose) {
        guard let primary, let place = members.firstIndex(where: { $0.token == ping.token }) else { return }
        let handshake = Handshake(primary: primaryPose, secondary: ping.pose, placement: options.placement)
        do throws(RelayFault) { try frames.join(ping.token, to: primary, by: handshake, at: now) } catch {
            return refuseToWait(error, ping.token)
        }
        authenticate(place)
        settle()
        note("AUTHENTICATED", ping.token)
        confirm(place)
    }

    /// Asks the primary device for the poses that those who wait need, unless an answer may still come that says not whom it is for.
    private mutating func ask() {
        while isPrimaryHere, let (token, number) = questions.open(at: now) { ask(for: token, number) }
    }

    private mutating func ask(for token: SessionToken, _ number: Int64? = nil) {
        guard let place = members.firstIndex(where: { $0.token == primary && $0.client != nil }) else {
            return
        }
        // Devices of Carrot know of no number.
        let params: JSONValue? = number.flatMap {
            options.mode == .rigid ? [Relay.question: .integer($0)] : nil
        }
        send(
            ARMessage(token: token, endpoint: ReservedEndpoint.transform.rawValue, params: params), to: place)
    }

    /// Tells a secondary device that its frame is known, in the way that it understands.
    mutating func confirm(_ place: Int) {
        let token = members[place].token
        guard options.answers, token != primary, members[place].client != nil, frames.isKnown(token) else {
            return
        }
        switch members[place].confirmation {
        case .none: break
        case .sentPose(let time) where now < time + Relay.answering: break
        case .joined: send(ARMessage(token: token, endpoint: ReservedEndpoint.joined.rawValue), to: place)
        case .pose, .sentPose:
            members[place].confirmation = .sentPose(at: now)
            send(ARMessage(token: token, endpoint: ReservedEndpoint.transform.rawValue), to: place)
        }
    }

    /// The member of the params of a pose by which a device says what is to confirm it, and that of a question which has its number.
    static let confirm = "confirm", question = "question"

    /// Seconds within which a device answers what it takes for a question.
    private static let answering = 1.0

    mutating func sendBeacon(to place: Int) {
        guard let primary else { return }
        let identifier = JSONContent.string(Beacon.usualIdentifier)
        let uuid = JSONContent.string(primary.description)
        var params: JSONValue = ["identifier": identifier, "uuid": uuid]
        if let key = members[place].key {
            params = ["identifier": identifier, "uuid": uuid, "resume": .string(key.description)]
        }
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
