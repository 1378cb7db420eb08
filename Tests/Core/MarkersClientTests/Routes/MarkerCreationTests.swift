import Foundation
import Markers
import MarkersClient
import PushSimulation
import QuadGeometry
import TestSupport
import Testing

@Suite("Markers made in bulk")
struct MarkerCreationTests {
    /// A server that only makes markers, all of a request or none, and loses answers.
    private actor Maker: Transport {
        private var texts: [String] = []
        private var requests = 0
        private let largest: Int
        private let lostEvery: Int

        init(largest: Int, lostEvery: Int) { (self.largest, self.lostEvery) = (largest, lostEvery) }

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            let all = "[" + texts.joined(separator: ",") + "]"
            guard request.method == .post else { return HTTPResponse(200, body: Array(all.utf8)) }
            requests += 1
            let markers = (try? JSONValue(request.body))?["markers"]?.elements ?? []
            guard markers.count <= largest else { return HTTPResponse(413) }
            if lostEvery > 0, requests % (2 * lostEvery) == 0 { return HTTPResponse(500) }
            let made = markers.map { marker in
                let text = String(decoding: marker.text.dropFirst(), as: UTF8.self)
                return
                    "{\"id\":\"\(MarkerServer.id(texts.count + 1 + requests * 1000).wireText)\",\"version\":1,\(text)"
            }
            texts += made
            guard lostEvery == 0 || requests % lostEvery != 0 else {
                throw TransportError(.timeout, mayHaveArrived: true, "lost")
            }
            return HTTPResponse(201, body: Array(("[" + made.joined(separator: ",") + "]").utf8))
        }

        var count: Int { texts.count }
    }

    @Test("are each there once, whatever is lost or too large", arguments: [0, 1, 2, 3])
    func once(lostEvery: Int) async throws {
        let maker = Maker(largest: 30, lostEvery: lostEvery)
        let api = MarkersAPI(maker, clock: TestClock())
        let markers = (0..<130).map { number in
            var marker = RequestBody.MarkerCreation(
                workSessionID: MarkerServer.session, quad: Quad.rectangle(1, 1))
            marker.label = "\(number)"
            return marker
        }
        let keys = (0..<130).map { "key \($0)" }
        let made = try await MarkerCreation(api).create(markers, keys: keys, in: MarkerServer.session)
        #expect(made.map(\.label) == markers.map(\.label))
        #expect(await maker.count == 130)
        _ = try await MarkerCreation(api).create(markers, keys: keys, in: MarkerServer.session)
        #expect(await maker.count == 130)
    }
}
