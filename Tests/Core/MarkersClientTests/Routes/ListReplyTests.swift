import Foundation
import Markers
import MarkersClient
import PushSimulation
import Synchronization
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

    @Test("are followed by whichever link is next, whatever else the links say")
    func manyLinks() async throws {
        let next = "<?ids=1,2;3&page=2>; title=\"next; to\"; rel=\"last next\""
        for links in [["<?page=1>; rel=\"prev\"", next], ["<?page=1>; rel=prev, " + next], [next]] {
            var first = Self.response("[\(Self.space(1))]")
            for link in links { first.headers.append("Link", link) }
            let reply = try await Self.spaces([
                Self.path: first, Self.path + "?ids=1,2;3&page=2": Self.response("[\(Self.space(2))]"),
            ])
            #expect(reply.elements.map(\.id.text) == ["s1", "s2"], "\(links)")
        }
    }

    @Test("with a second list beside the one that is read are not taken for one")
    func twoLists() async throws {
        let body = #"{"data":[1],"markers":[]}"#
        let session = "00000000-0000-0000-0000-000000000001"
        let api = MarkersAPI(
            Pages(answers: ["/markers?work_session_id=\(session)": Self.response(body)]), clock: TestClock())
        let error = await #expect(throws: APIError.self) {
            try await api.markers(of: try #require(UUID(uuidString: session)))
        }
        #expect(error?.code == "MISSING_LIST", "\(String(describing: error))")
    }

    @Test("are refused where the rest cannot be had")
    func refused() async {
        let one = Self.space(1)
        for (first, link) in [
            ("{\"spaces\":[\(one)],\"total\":2}", nil), ("{\"spaces\":[\(one)],\"total_count\":0}", nil),
            ("{\"spaces\":[\(one)],\"next\":\"cursor\"}", nil), ("{\"spaces\":[\(one)],\"next\":7}", nil),
            ("[\(one)]", "<https://h.example/other?page=2>; rel=next"), ("[\(one)]", "<?page=2#x>; rel=next"),
            ("[\(one)]", "<>; rel=next"), ("[\(one)]", "?page=2; rel=next"),
        ] as [(String, String?)] {
            let error = await #expect(throws: APIError.self) {
                try await Self.spaces([Self.path: Self.response(first, link: link)])
            }
            #expect(error?.code == "PARTIAL_LIST", "\(first), \(link ?? "")")
        }
    }

    @Test("that repeat a page are refused")
    func repeated() async throws {
        let one = Self.space(1), two = Self.space(2), back = "<?page=2>; rel=next"
        for pages in [
            // The same address, the same elements, and none.
            [("[\(one)]", back), ("[\(two)]", back)], [("[\(one)]", back), ("[\(one)]", nil)],
            [("{\"n\":[],\"spaces\":[\(one)]}", back), ("{\"n\":[],\"spaces\":[\(one)],\"page\":2}", nil)],
            [("[]", back), ("[]", "<?page=3>; rel=next")],
        ] as [[(String, String?)]] {
            let error = await #expect(throws: APIError.self) {
                try await Self.spaces([
                    Self.path: Self.response(pages[0].0, link: pages[0].1),
                    Self.path + "?page=2": Self.response(pages[1].0, link: pages[1].1),
                ])
            }
            #expect(error?.code == "REPEATED_PAGE", "\(pages)")
        }
        // Other lists beside the elements may well be alike.
        let reply = try await Self.spaces([
            Self.path: Self.response("{\"n\":[],\"spaces\":[\(one)],\"next\":\"?page=2\"}"),
            Self.path + "?page=2": Self.response("{\"n\":[],\"spaces\":[\(two)]}"),
        ])
        #expect(reply.elements.count == 2)
    }

    /// Pages that are new for ever, of so many spaces each.
    private final class Endless: Transport {
        let each: Int
        let requests = Mutex<[HTTPRequest]>([])

        init(each: Int) { self.each = each }

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            let page = requests.withLock {
                $0.append(request)
                return $0.count
            }
            let list = (0..<each).map { ListReplyTests.space(page * each + $0) }.joined(separator: ",")
            return ListReplyTests.response("[\(list)]", link: "<?page=\(page)>; rel=next")
        }
    }

    @Test("that never end are left at one bound for all pages, of pages, elements or bytes")
    func endless() async throws {
        var limits = [ListLimits(), ListLimits(), ListLimits()]
        (limits[0].pages, limits[1].elements, limits[2].bytes) = (7, 30, 1000)
        let size = Self.space(10).utf8.count * 5 + 6
        for (limits, pages) in zip(limits, [7, 6, (999 + size) / size]) {
            let endless = Endless(each: 5)
            var api = MarkersAPI(endless, clock: TestClock())
            api.listLimits = limits
            let error = await #expect(throws: APIError.self) { try await api.spaces() }
            #expect(error == .endlessList(RequestLine(.get, Self.path), found: 5 * pages))
            let requests = endless.requests.withLock { $0 }
            #expect(requests.count == pages)
            // Each page has only the room that the others left.
            let rooms: [Int] = requests.map { $0.largestList ?? 0 }
            #expect(rooms == rooms.sorted(by: >))
            #expect(rooms.first == limits.bytes)
            #expect(try #require(rooms.last) < limits.bytes)
        }
        let usual = ListLimits()
        #expect(
            usual.bytes == TransportOptions().largestList && usual.pages <= 1000
                && usual.elements <= 1_000_000)
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
