import Foundation
import Markers
import MarkersClient
import PushSimulation
import Testing

@Suite("Lists that come in parts")
struct ListReplyTests {
    /// Answers paths with bodies and headers, and 404 all others.
    private struct Pages: Transport {
        let answers: [String: HTTPResponse]

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            answers[request.path] ?? HTTPResponse(404)
        }
    }

    private static let path = "/spaces"

    private static func space(_ number: Int) -> String {
        "{\"id\":\"s\(number)\",\"key\":\"k\",\"name\":\"n\"}"
    }

    private static func response(_ text: String, link: String? = nil) -> HTTPResponse {
        var response = HTTPResponse(200, body: Array(text.utf8))
        response.headers["Link"] = link
        return response
    }

    private static func spaces(_ answers: [String: HTTPResponse]) async throws(APIError) -> ListReply<Space> {
        try await MarkersAPI(Pages(answers: answers), clock: TestClock()).spaces()
    }

    @Test("are followed by Link and by next, on the same path only")
    func followed() async throws {
        let one = Self.space(1), two = Self.space(2)
        for (first, link) in [
            ("[\(one)]", "<https://h.example/api/v1/spaces?page=2>; rel=\"next\", <x>; rel=last"),
            ("[\(one)]", "<?page=2>; rel=next"),
            ("{\"spaces\":[\(one)],\"next\":\"/spaces?page=2\"}", nil),
            ("{\"data\":[\(one)],\"total\":2,\"next\":\"?page=2\"}", nil),
        ] as [(String, String?)] {
            let reply = try await Self.spaces([
                Self.path: Self.response(first, link: link),
                Self.path + "?page=2": Self.response("[\(two)]"),
            ])
            #expect(reply.elements.map(\.id.text) == ["s1", "s2"] && reply.pages == 2, "\(first)")
        }
    }

    @Test("are refused where the rest cannot be had")
    func refused() async {
        let one = Self.space(1)
        for (first, link) in [
            ("{\"spaces\":[\(one)],\"total\":2}", nil), ("{\"spaces\":[\(one)],\"total_count\":0}", nil),
            ("{\"spaces\":[\(one)],\"next\":\"cursor\"}", nil), ("{\"spaces\":[\(one)],\"next\":7}", nil),
            ("[\(one)]", "<https://h.example/other?page=2>; rel=next"), ("[\(one)]", "<?page=2#x>; rel=next"),
            ("[\(one)]", "<>; rel=next"),
        ] as [(String, String?)] {
            let error = await #expect(throws: APIError.self) {
                try await Self.spaces([Self.path: Self.response(first, link: link)])
            }
            #expect(error?.code == "PARTIAL_LIST", "\(first), \(link ?? "")")
        }
    }

    @Test("that never end are left")
    func endless() async {
        let next = Self.response("[\(Self.space(1))]", link: "<?page=2>; rel=next")
        let error = await #expect(throws: APIError.self) {
            try await Self.spaces([Self.path: next, Self.path + "?page=2": next])
        }
        #expect(error?.code == "PARTIAL_LIST")
    }

    @Test("of a round length look cut off", arguments: [99, 100, 250, 500, 1000, 1001])
    func suspicious(count: Int) async throws {
        let list = "[" + (0..<count).map(Self.space).joined(separator: ",") + "]"
        let reply = try await Self.spaces([Self.path: Self.response(list)])
        #expect(reply.looksCutOff == MarkersAPI.suspiciousCounts.contains(count))
        #expect(reply.elements.count == count)
    }

    @Test("that are no lists are named with their path")
    func unreadable() async {
        for text in ["", "{", "{}", "7", #"{"items":[]}"#, "[" + String(repeating: "1,", count: 1000) + "1]"]
        {
            let error = await #expect(throws: APIError.self) {
                try await Self.spaces([Self.path: Self.response(text)])
            }
            guard case .unreadable(let request, _)? = error else {
                Issue.record("\(text): \(String(describing: error))")
                continue
            }
            #expect(request == RequestLine(.get, Self.path))
        }
    }

    @Test("keep what is sound beside what is not")
    func odd() async throws {
        let list = "[{},\(Self.space(1)),1]"
        let reply = try await Self.spaces([Self.path: Self.response(list)])
        #expect(reply.elements.count == 1 && reply.refused.map(\.pointer) == ["/0/id", "/2"])
    }
}
