import Foundation
import MarkersClient
import Testing

@Suite("Errors of calls that apps treat in their own way")
struct APIErrorTests {
    private static func caught(_ status: Int) async throws -> (kind: String, message: String?) {
        let transport = ScriptedTransport(try Origin("https://a.example")) { _, _ throws(TransportError) in
            HTTPResponse(status, body: Array(#"{"error":"bad","message":"label is too long"}"#.utf8))
        }
        do {
            _ = try await MarkersAPI(transport).marker(UUID())
            return ("none", nil)
        } catch APIError.notFound {
            return ("notFound", nil)
        } catch APIError.conflict {
            return ("conflict", nil)
        } catch APIError.unauthorized {
            return ("unauthorized", nil)
        } catch APIError.invalid {
            return ("invalid", nil)
        } catch {
            return ("other", error.serverMessage)
        }
    }

    @Test(
        "W7: are caught by their kind",
        arguments: [
            (404, "notFound"), (410, "notFound"), (409, "conflict"), (412, "conflict"), (401, "unauthorized"),
            (403, "unauthorized"), (400, "invalid"), (422, "invalid"), (402, "other"),
        ])
    func kinds(status: Int, kind: String) async throws {
        #expect(try await Self.caught(status).kind == kind)
    }

    @Test("W7: say what the server said")
    func message() async throws {
        #expect(try await Self.caught(402).message == "label is too long")
    }
}
