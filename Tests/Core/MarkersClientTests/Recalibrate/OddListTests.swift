import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import Testing

@Suite("A server that lists something odd beside what is sound")
struct OddListTests {
    private static let odd = "00000000-0000-4000-8000-00000000000d"
    /// Odd elements by the routes whose lists get them, each in front.
    private static let elements = [
        "/spaces": #"{"id":"\#(odd)","key":"six","name":"Six","calibration_vector":[1,2,3,4,5,6]}"#,
        "/work-sessions": #"{"id":"\#(odd)","space_id":"x","session_type":7,"status":"done"}"#,
        "/reference-sets": #"{"id":"\#(odd)","space_id":"x","name":"odd set","markers":"none"}"#,
        "/anchors": #"{"id":"\#(odd)","session_id":"\#(odd)","run":"one"}"#,
        "/markers": #"{"id":"\#(odd)","label":"ghost"}"#,
    ]

    /// The API of a scene as it would be if the lists of some routes had an odd element.
    private static func api(_ scene: SandboxScene, _ routes: Set<String>) throws -> MarkersAPI {
        let origin = try Origin(scene.server.address + "/api/v1"), base = try CurlTransport(origin)
        return MarkersAPI(
            ScriptedTransport(origin) { request, timeout throws(TransportError) in
                var answer = try await base.send(request, timeout: timeout)
                let route = request.path.prefix { $0 != "?" }
                let text = String(decoding: answer.body, as: UTF8.self)
                if let name = routes.first(where: { route.hasSuffix($0) }), let element = elements[name],
                    request.method == .get, text.hasPrefix("[")
                {
                    answer.body = Array(("[" + element + (text == "[]" ? "" : ",") + text.dropFirst()).utf8)
                }
                return answer
            })
    }

    @Test(
        "is planned and recalibrated as if that were not there, and names it",
        arguments: elements.keys.sorted())
    func others(route: String) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let api = try Self.api(space.scene, [route])
        let listing = try await SpaceListing.read("k", withSets: true, withRows: true, api)
        #expect(listing.markers.count == RescannedSpace.count + RescannedSpace.placedAgain)
        #expect(listing.sets.count == 1)
        let told = listing.unreadable.map { "\($0.kind.rawValue) \($0.name ?? "")" }
        let expected = [
            "/spaces": ["space six"], "/work-sessions": ["session \(Self.odd)"],
            "/reference-sets": ["reference set odd set"],
            "/anchors": ["anchor \(Self.odd)", "anchor \(Self.odd)"], "/markers": [],
        ]
        #expect(told == expected[route])
        #expect(listing.lists.flatMap(\.refused).count == (route == "/markers" ? 2 : 0))

        var recalibration = Recalibration(api, on: try #require(api.origin), as: "ann")
        recalibration.records = nil
        let plan = try await recalibration.plan(space.request())
        #expect(plan.plan.updates.count == RescannedSpace.count)
        // Values that are no markers stay in the old frame; nothing else does.
        guard route != "/markers" else { return #expect(plan.refusedCount == 2) }
        let status = try await recalibration.run(space.request(), job: space.path)
        #expect(status.isComplete)
    }

    @Test("is refused by name where the job needs exactly that")
    func needed() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let api = try Self.api(space.scene, ["/spaces", "/work-sessions", "/reference-sets"])
        for name in ["six", Self.odd.uppercased()] {
            let error = await #expect(throws: SpaceListingError.self) {
                try await SpaceListing.read(name, api)
            }
            guard case .unreadable(let one)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(one.kind == .space && one.name == "six" && one.element.error.code == .badVector)
        }
        let none = await #expect(throws: SpaceListingError.self) { try await SpaceListing.read("seven", api) }
        #expect(none == .noSpace("seven", known: ["k"]))

        var recalibration = Recalibration(api, on: try #require(api.origin), as: "ann")
        recalibration.records = nil
        let odd = try #require(UUID(uuidString: Self.odd))
        var request = space.request()
        request.frames = FrameMembership(chosen: [space.old, odd])
        let session = await #expect(throws: RecalibrationError.self) { try await recalibration.plan(request) }
        #expect(session?.code == "NOT_UNDERSTOOD")
        // Nobody would see that a session which should move stays.
        let all = try space.shifting(.raw, by: SIMD3(1, 0, 0))
        #expect(try await recalibration.plan(all).unreadableSessions.count == 1)
        let unseen = await #expect(throws: RecalibrationError.self) {
            try await recalibration.run(all, job: space.path)
        }
        #expect(unseen?.code == "NOT_UNDERSTOOD" && space.writes.isEmpty)
    }

    @Test("is not said to be empty where nothing of a list is understood")
    func nothingUnderstood() async throws {
        let origin = try Origin("https://a.example")
        let api = MarkersAPI(
            ScriptedTransport(origin) { _, _ throws(TransportError) in
                HTTPResponse(200, body: Array(#"[{"uuid":1},{"uuid":2}]"#.utf8))
            })
        let error = await #expect(throws: SpaceListingError.self) { try await SpaceListing.read("k", api) }
        #expect(error?.code == "NOT_UNDERSTOOD")
    }

    @Test("and a reply that is no list of markers is no empty session")
    func noList() async throws {
        let origin = try Origin("https://a.example")
        for text in [#"{"items":[]}"#, #"{"items":[{"id":"a"}]}"#, "{}"] {
            let api = MarkersAPI(
                ScriptedTransport(origin) { _, _ throws(TransportError) in
                    HTTPResponse(200, body: Array(text.utf8))
                })
            let error = await #expect(throws: APIError.self) { try await api.markers(of: UUID()) }
            #expect(error?.code == "MISSING_LIST", "\(text)")
        }
    }

    @Test("is passed over and named by a probe")
    func probe() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let api = try Self.api(space.scene, ["/spaces", "/work-sessions", "/markers"])
        var told: [String] = []
        let profile = try await ServerProbe(api).read(server: "s") {
            told.append("\($0.kind.rawValue) \($0.name ?? "")")
        }
        #expect(told == ["space six", "session \(Self.odd)", "marker ghost", "marker ghost"])
        #expect(profile.locks == .workSessions && profile.lists == .bare)
    }
}
