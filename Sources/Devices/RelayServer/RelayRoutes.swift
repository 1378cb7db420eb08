internal import ARMessages
internal import HTTPServer
internal import WebSocket

/// The requests to a relay: devices join at `/ws`, and `/health` says how they lie to each other.
struct RelayRoutes: RequestHandler {
    private let host: RelayHost
    private let gate: RelayGate

    init(_ host: RelayHost, _ gate: RelayGate) { (self.host, self.gate) = (host, gate) }

    func answer(to request: IncomingRequest) -> Answer {
        Answer { endsConnection in
            do throws(RelayRefusal) {
                return try delivery(to: request, endsConnection, at: SystemClock.elapsed)
            } catch {
                return error.response.delivery(to: request, endsConnection: endsConnection)
            }
        }
    }

    func delivery(refusing refusal: RequestRefusal) -> Delivery {
        RelayRefusal.request(refusal).response.delivery(endsConnection: true)
    }

    private func delivery(
        to request: IncomingRequest, _ endsConnection: Bool, at now: Double
    ) throws(RelayRefusal) -> Delivery {
        let path = request.target.path
        guard [["ws"], ["health"]].contains(path) else { throw .noPath }
        guard request.method == .get else { throw .badMethod }
        let name = try gate.requireSecret(request, at: now)
        guard path == ["ws"] else {
            return OutgoingResponse(
                200, fields: [HeaderField("Content-Type", "application/json")], body: host.health
            ).delivery(to: request, endsConnection: endsConnection)
        }
        let fields: [HeaderField]
        do throws(OpeningRefusal) { fields = try request.socketFields() } catch {
            throw .opening(error)
        }
        guard !endsConnection else { throw .connectionEnds }
        let address = gate.address(of: request)
        try gate.requirePlace(address)
        let resuming = SessionToken(name)
        guard host.hasPlace(resuming: resuming) else { throw .full(limit: host.options.mostClients) }
        var delivery = OutgoingResponse(101, fields: fields).delivery(to: request, endsConnection: false)
        let gate = gate
        delivery.ending = .upgrades(
            RelaySocket(host, resuming: resuming) { gate.count($0, of: address) }.served())
        return delivery
    }
}
