import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@Suite("What a server does is found out")
struct ServerProbeTests {
    /// The profile of each variant of the sandbox: what reading alone finds, and what trials add.
    private static let cases: [(variants: [Variant], change: @Sendable (inout ServerProfile) -> Void)] = [
        ([], { _ in }),
        ([.oldLocks], { $0.locks = .plain }),
        ([.subtractVector], { $0.vectorSign = .subtracted }),
        ([.wrappedLists], { $0.lists = .wrapped }),
        ([.pagedLists], { $0.lists = .paged }),
        ([.linkedLists], { $0.lists = .linked }),
        ([.cutLists], { $0.hasRoundLists = true }),
        ([.formerDetails], { $0.hasFormerDetails = true }),
        ([.sparse], { $0.detailsRule = .extremes }),
        ([.textErrors], { _ in }),
        ([.ignoreCalibrated], { $0.calibratedWrites = .ignored }),
        ([.refuseCalibrated], { $0.calibratedWrites = .refused }),
        ([.clearNull], { $0.clearsByNull = true }),
        (
            [.newLocks, .subtractVector, .pagedLists, .refuseCalibrated],
            {
                ($0.vectorSign, $0.lists) = (.subtracted, .paged)
                $0.calibratedWrites = .refused
            }
        ),
    ]

    @Test("by reading, and by writing what is removed again", arguments: 0..<cases.count)
    func variants(number: Int) async throws {
        let (variants, change) = Self.cases[number]
        let server = try SandboxServer(SandboxOptions(seed: 7, variants: Set(variants)))
        defer { server.stop() }
        let origin = try Origin(server.address + "/api/v1")
        let transport = try CurlTransport(origin)
        defer { transport.close() }
        let api = MarkersAPI(transport)
        let space = try await Self.fill(api)
        let before = server.effects.count

        let probe = ServerProbe(api)
        let read = try await probe.read(server: origin.description)
        #expect(server.effects.count == before, "reading writes nothing")
        let report = await probe.tryOut(in: space, read)
        #expect(report.failure == nil)
        #expect(report.leftovers == [])

        var expected = ServerProfile(server: origin.description)
        (expected.lists, expected.locks, expected.vectorSign) = (.bare, .workSessions, .added)
        (expected.detailsRule, expected.hasFormerDetails) = (.extremes, false)
        change(&expected)
        var readable = expected
        (readable.calibratedWrites, readable.clearsByNull) = (nil, nil)
        #expect(read == readable, "\(variants)")
        (expected.calibratedWrites, expected.renewsCalibrated) = (expected.calibratedWrites ?? .kept, true)
        (expected.checksVersions, expected.clearsByNull) = (true, expected.clearsByNull ?? false)
        expected.keepsMeta = !variants.contains(.sparse)
        #expect(report.profile == expected, "\(variants)")

        // Nothing of the trial is there any more, and nothing else was touched.
        #expect(try await api.workSessions(in: space).elements.count == 1)
        let session = try #require(report.session)
        await #expect(throws: APIError.self) { try await api.workSession(session) }
        #expect(server.effects[before...].allSatisfy { $0.kind != "space" })

        var json = JSONWriter()
        json.object { report.profile.members(&$0) }
        #expect(try ServerProfile(JSONValue(json.bytes)) == report.profile)
    }

    @Test(
        "knows the portal's distances of details where markers show them, whichever comes first",
        arguments: [false, true])
    func distances(isReversed: Bool) async throws {
        let session = "00000000-0000-4000-8000-000000000001"
        let markers = [-3.0, 3].enumerated().map { place, x in
            let quad = Quad.rectangle(0.5, 0.25).moved(by: SIMD3(x, 0, 2)), metrics = MarkerMetrics(quad)
            let corners = zip(1...4, quad.corners).map { "\"p\($0)\":[\($1.x),\($1.y),\($1.z)]" }
            let sides = [metrics.xDistance, metrics.greatest.x, metrics.zDistance, metrics.greatest.z]
            let details = zip(["x_negative", "x_positive", "z_negative", "z_positive"], sides).map {
                "\"\($0)\":\($1)"
            }
            return """
                {"id":"00000000-0000-4000-8000-00000000001\(place)","work_session_id":"\(session)",\
                \(corners.joined(separator: ",")),"version":1,"details":{\(details.joined(separator: ","))}}
                """
        }
        let lists = [
            "/spaces": #"{"id":"s","key":"hall","name":"Hall"}"#,
            "/work-sessions": #"{"id":"\#(session)","space_id":"s","session_type":"other","status":"done"}"#,
            "/markers": (isReversed ? markers.reversed() : markers).joined(separator: ","),
        ]
        let api = MarkersAPI(
            ScriptedTransport(try Origin("https://a.example")) { request, _ throws(TransportError) in
                let route = String(request.path.prefix { $0 != "?" })
                guard let list = lists[route] else { return HTTPResponse(404) }
                return HTTPResponse(200, body: Array("[\(list)]".utf8))
            })
        #expect(try await ServerProbe(api).read(server: "s").detailsRule == .distances)
    }

    @Test("refuses a profile that says what it does not know")
    func unknown() throws {
        for (text, member) in [
            (#"{}"#, "server"), (#"{"server":"s","lists":"tree"}"#, "lists"),
            (#"{"server":"s","vectorSign":1}"#, "vectorSign"),
            (#"{"server":"s","checksVersions":"yes"}"#, "checksVersions"),
        ] {
            let value = try JSONValue(text)
            #expect(throws: ServerProfileError(member: member)) { try ServerProfile(value) }
        }
    }

    @Test("says what it could not remove")
    func leftovers() async throws {
        let fault = try #require(Fault("503:DELETE"))
        let server = try SandboxServer(SandboxOptions(seed: 7, faults: [fault]))
        defer { server.stop() }
        let transport = try CurlTransport(Origin(server.address + "/api/v1"))
        defer { transport.close() }
        let api = MarkersAPI(transport, clock: HastyClock())
        let space = try await Self.fill(api)
        let report = await ServerProbe(api).tryOut(in: space, ServerProfile(server: server.address))
        #expect(report.failure == nil)
        #expect(report.leftovers.count == 2)
        #expect(report.leftovers.last == report.session)
    }

    /// A space with a vector, and a session with more markers than a page has.
    private static func fill(_ api: MarkersAPI) async throws -> WireID {
        let space = try await api.createSpace(RequestBody.creatingSpace(key: "hall", name: "Hall"))
        _ = await api.updateSpace(space.id, try RequestBody.calibrating(by: [0.5, 0, -2]))
        let session = try await api.createWorkSession(
            RequestBody.Session(in: space.id, type: "inspection").json)
        let bodies = (0..<120).map { place in
            RequestBody.MarkerCreation(
                workSessionID: session.id,
                // On both sides of the origin, which tells the formulas of details apart.
                quad: Quad.rectangle(0.5, 0.25).moved(by: SIMD3(Double(place) - 59.5, 0, 2)))
        }
        _ = try await MarkerCreation(api).create(
            bodies, keys: bodies.indices.map { "key \($0)" }, in: session.id)
        _ = try await api.calculateDetails(ofSession: session.id)
        return space.id
    }
}

/// Time as it is, but pauses are short.
private struct HastyClock: ClientClock {
    private let clock = SystemClock()
    var now: Duration { clock.now }
    var date: Date { clock.date }
    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: min(duration, .milliseconds(1)))
    }
}
