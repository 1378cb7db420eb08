// Shows what an app sees of a session while its network is cut: what is kept, how true it is, what waits, and what becomes of it.
import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import Synchronization

/// The network of the device, which can be cut.
final class Network: BoundTransport {
    private let inner: any BoundTransport
    private let isCut = Mutex(false)

    init(_ inner: any BoundTransport) { self.inner = inner }

    var origin: Origin { inner.origin }

    func cut(_ value: Bool) { isCut.withLock { $0 = value } }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        guard !isCut.withLock({ $0 }) else {
            throw TransportError(.unresolved, mayHaveArrived: false, "the hall has no network")
        }
        return try await inner.send(request, timeout: timeout)
    }
}

// The server is a part of this program, without a socket. The device reaches it through the network, and the office always does.
let server = try SandboxTransport()
let network = Network(server)
let (device, office) = (MarkersAPI(network), MarkersAPI(server))

let space = try await office.createSpace(CreateSpace(key: "hall-3", name: "Hall 3"))
let session = try await office.createWorkSession(CreateWorkSession(in: space.id)).id
let poster = Quad([0, 1.4, 0], [0.5, 1.4, 0], [0.5, 1.1, 0], [0, 1.1, 0])
let labels = ["door", "fan", "pump"]
_ = try await office.createMarkers(
    labels.enumerated().map { place, label in
        CreateMarker(in: session, label: label, poster.map { $0 + [Double(2 * place), 0, 0] })
    }, in: session)

// One file for one server. A real app has this in its own folder, and the model's `run()` called by its view's task.
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).quadstore").path
let store = try MarkersStore.open(at: file, for: network.origin)
let cache = ValidatedCache(store, device)
let queue = OfflineQueue(store, device)
let model = MarkersModel(session, in: cache, queue)

await model.reload()
show("with a network")

// The connection that brings notices of change ends first: from then on anything may have changed.
network.cut(true)
await cache.loseTouch()
await model.reload()
show("network cut")

// Edits are on the disk when these calls return.
let (door, fan, pump) = (model.markers[0], model.markers[1], model.markers[2])
_ = try await queue.update(door, UpdateMarker(label: "fire door"))
_ = try await queue.update(fan, UpdateMarker(label: "fan A"))
_ = try await queue.delete(pump)
_ = try await queue.create(CreateMarker(in: session, label: "valve", poster.map { $0 + [0, 0, 3] }))
let vain = await queue.flush()
print("flush: \(vain.done.count) sent, \(vain.waiting.count) wait, \(vain.failure?.code ?? "no failure")")
await model.reload()
show("edited")

// Meanwhile the office paints the door, which nobody here has changed, and gives the fan another name.
_ = try await office.updateMarker(try await office.marker(door.id), UpdateMarker(color: "#ff0000"))
_ = try await office.updateMarker(try await office.marker(fan.id), UpdateMarker(label: "fan 1"))

network.cut(false)
let report = await queue.flush()
let parked = report.parked.values.map(\.rawValue)
print("flush: \(report.done.count) sent, \(report.waiting.count) wait, parked: \(parked)")
await cache.loseTouch()
await model.reload()
show("network back")
print("door: \(model.markers[0].label ?? "none"), \(model.markers[0].color ?? "no color")")

// A push message says what has changed; nothing is asked until somebody looks.
_ = try await office.updateMarker(try await office.marker(door.id), UpdateMarker(label: "exit"))
let push = ["type": "marker-updated", "marker_id": "\(door.id)", "session_id": "\(session)"]
if let notice = PushTable.usual.notice(push) { await cache.note(notice) }
print("told: \(await cache.staleness(of: .markers(session)).rawValue)")
await model.reload()
show("looked")

/// Prints what a view would show.
@MainActor func show(_ moment: String) {
    let labels = model.markers.map { $0.label ?? "none" }.joined(separator: ", ")
    let failure = model.failure.map { " (\($0.code))" } ?? ""
    print("\(moment): \(labels); \(model.staleness.rawValue)\(failure), \(model.pending.count) wait")
}
