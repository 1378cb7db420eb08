import Foundation
import Markers
import MarkersClient
import QuadGeometry
import Testing

@Suite("What errors of the client say")
struct ErrorMessageTests {
    @Test("localizedDescription is the message, without the tool's options")
    func descriptions() throws {
        let errors: [(any ExplainedError, String)] = [
            (TransportError(.unresolved, mayHaveArrived: false, "no host"), "UNRESOLVED: no host"),
            (OriginError.noScheme, "NO_SCHEME, expected a URL that begins with https:// or http://"),
            (JobError.notAJob("a.job"), "a.job is not a job"),
            (
                APIError.endlessList(RequestLine(.get, "/spaces"), found: 9),
                "GET /spaces shows more and more (9 so far)"
            ),
        ]
        for (error, message) in errors {
            #expect(error.message == message && (error as any Error).localizedDescription == message)
            #expect(error.remedy?.contains("--") != true)
        }
    }

    @Test("a marker that is not sent says why, with its label and the numbers")
    func unsound() async throws {
        let api = MarkersAPI(
            ScriptedTransport(try Origin("https://a.example")) { _, _ throws(TransportError) in
                Issue.record("something was sent")
                return HTTPResponse(500)
            })
        let quad = Quad([0, 0, 0], [0.004, 0, 0], [0.004, 0.1, 0], [0, 0.1, 0])
        let error = await #expect(throws: APIError.self) {
            try await api.createMarker(CreateMarker(in: UUID(), label: "Crack \u{1b}7", quad))
        }
        #expect(
            error?.localizedDescription
                == #"UNSOUND_MARKERS, nothing was sent: "Crack \u{1B}7" (edge p1-p2 is 4 mm, limit 5 mm)"#)
    }
}
