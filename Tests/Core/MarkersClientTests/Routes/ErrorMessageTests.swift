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
                "GET /spaces keeps returning pages (9 items so far)"
            ),
        ]
        for (error, message) in errors {
            #expect(error.message == message && (error as any Error).localizedDescription == message)
            #expect(error.remedy?.contains("--") != true)
        }
    }

    @Test("every refusal of a run says what is in the way, and what to do, without the tool's options")
    func runs() throws {
        let session = UUID(), id = session.wireText
        let server = APIError.endlessList(RequestLine(.get, "/spaces"), found: 9)
        let errors: [(any ExplainedError, [String])] = [
            (SpaceListingError.noSpace("hal", known: ["hall"]), ["no space \"hal\""]),
            (SpaceListingError.ambiguous("a", ["ab", "ac"]), ["\"ab\"", "\"ac\""]),
            (SpaceListingError.noSession("7", space: "hall", known: [id]), ["\"hall\"", "\"7\""]),
            (SpaceListingError.notInSpace(session, space: "hall"), [id, "\"hall\""]),
            (SpaceListingError.noOldSession(space: "hall"), ["old frame"]),
            (SpaceListingError.noGuide(space: "hall"), ["laser guide"]),
            (SpaceListingError.failed(server), ["keeps returning pages"]),
            (SessionHoldError.locked(session, present: ["ann"]), [id, "ann"]),
            (JobRunError.locked(session, present: []), [id, "locked"]),
            (JobRunError.unmarkable(session), [id, "mark"]),
            (JobRunError.job(.notAJob("a.job")), ["not a job"]),
            (RecalibrationError.listing(.noSpace("hal", known: [])), ["\"hal\""]),
            (RecalibrationError.noPairs([]), ["no markers match"]),
            (RecalibrationError.mixedSpace(refused: 3), ["3 markers"]),
            (RecalibrationError.listsCutOff([session]), [id]),
            (RecalibrationError.nothingToSend, ["where it should be"]),
            (RecalibrationError.run(.unmarkable(session)), [id]),
            (ServerProfileError(member: "locks"), ["\"locks\""]),
            (PushProblem.notAsWritten, ["stores something else"]),
            (PushProblem.versionUnmoved(3), ["versions"]),
            (PushProblem.versionOutOfRange(-1), ["2^53"]),
            (PushProblem.givenUp, ["attempts"]),
            (PushConflict.vector, ["vector"]),
            (MarkerImageError.missingVersion, ["without a version"]),
        ]
        for (error, names) in errors {
            for name in names { #expect(error.message.contains(name), "\(error.message)") }
            #expect((error as any Error).localizedDescription == error.message)
            #expect(error.remedy?.isEmpty == false && !error.message.hasSuffix("."), "\(error)")
            #expect(!error.message.contains("--") && error.remedy?.contains("--") == false, "\(error)")
        }
        #expect(JobRunError.interrupted.message == "stopped, and nothing was sent")
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
