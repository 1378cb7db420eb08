import HTTPServer
import Markers
import QuadGeometry
import Testing

@testable import MarkersSandbox

@Suite("Variants of real servers")
struct VariantTests {
    private static func options(_ variants: Variant...) -> SandboxOptions {
        SandboxOptions(seed: 1, variants: Set(variants))
    }

    @Test("have the locks of one style only")
    func locks() throws {
        for (variant, known, unknown) in [
            (Variant.oldLocks, "/locks/", "/locks/work-sessions/"),
            (.newLocks, "/locks/work-sessions/", "/locks/"),
        ] {
            let visitor = try Visitor(VariantTests.options(variant))
            let session = try visitor.session(in: try visitor.space())
            #expect(try visitor.ask(.post, known + session, #"{"ttl_seconds":5}"#).status == 200)
            #expect(
                [404, 405].contains(try visitor.ask(.post, unknown + session, #"{"ttl_seconds":5}"#).status))
        }
    }

    @Test("ignore or refuse calibrated corners in an update")
    func calibrated() throws {
        let data = #"{"calibrated_data":{"p1":[1,1,1],"p2":[1,0,0],"p3":[1,0,1],"p4":[0,0,1]},"version":1}"#
        for (variant, status, version) in [
            (Variant.ignoreCalibrated, 200, Int64(2)), (.refuseCalibrated, 422, 1), (.clearNull, 200, 2),
        ] {
            let visitor = try Visitor(VariantTests.options(variant))
            let session = try visitor.session(in: try visitor.space())
            let marker = try visitor.marker(in: session).id
            #expect(try visitor.ask(.patch, "/markers/\(marker)", data).status == status)
            let read = try visitor.ask(.get, "/markers/\(marker)")
            #expect(read.version == version)
            #expect(read["calibrated_data"]?.isNull == (variant != .clearNull))
        }
    }

    @Test("leave calibrated corners or details behind when raw corners move", arguments: [true, false])
    func kept(keeps: Bool) throws {
        let visitor = try Visitor(
            keeps ? VariantTests.options(.keepCalibrated, .keepDetails) : SandboxOptions(seed: 1))
        let session = try visitor.session(in: try visitor.space(#","calibration_vector":[0,0,1]"#))
        let marker = try visitor.marker(in: session)
        try visitor.ask(.post, "/markers/\(marker.id)/details/calculate", "{}")
        let before = try visitor.ask(.get, "/markers/\(marker.id)")
        let moved = try visitor.ask(.patch, "/markers/\(marker.id)", #"{"p1":[0,0,0],"version":1}"#)
        #expect((moved["calibrated_data"] == before["calibrated_data"]) == keeps)
        #expect(moved["details"]?.isNull == !keeps)
    }

    @Test("compute details by the nearer x")
    func distances() throws {
        let visitor = try Visitor(VariantTests.options(.distanceDetails))
        let marker = try visitor.marker(in: try visitor.session(in: try visitor.space()))
        let details = try MarkerDetails(
            try visitor.ask(.post, "/markers/\(marker.id)/details/calculate", "{}").json)
        #expect(MarkerMetrics(try Marker(Array(marker.json.text)).quad).rule(of: details) == .distances)
    }

    @Test("clear what null names")
    func null() throws {
        let visitor = try Visitor(VariantTests.options(.clearNull))
        let marker = try visitor.marker(in: try visitor.session(in: try visitor.space()), #","label":"A""#).id
        let read = try visitor.ask(.patch, "/markers/\(marker)", #"{"label":null,"custom_props":null}"#)
        #expect(read["label"]?.isNull == true)
        #expect(read["custom_props"]?.kind == .object)
    }

    @Test("shift markers again when the vector changes, or leave them")
    func vector() throws {
        for (variants, z) in [([], 2.0), ([Variant.staleVector], 1)] {
            let visitor = try Visitor(SandboxOptions(seed: 1, variants: Set(variants)))
            let space = try visitor.space(#","calibration_vector":[0,0,1]"#)
            let marker = try visitor.marker(in: try visitor.session(in: space)).id
            try visitor.ask(.patch, "/spaces/\(space)", #"{"calibration_vector":[0,0,2]}"#)
            let read = try Marker(Array(try visitor.ask(.get, "/markers/\(marker)").json.text))
            #expect(try read.calibratedData?.quad.p1 == read.quad.p1 + SIMD3(0, 0, z))
            #expect(read.version == 1)
        }
    }

    @Test("wrap, page, link or cut their lists")
    func lists() throws {
        func reply(_ visitor: Visitor, _ path: String) throws -> (JSONValue, [HeaderField]) {
            let response = visitor.answer(IncomingRequest(.get, try RequestTarget(path)))
            #expect(response.status == 200)
            return (try JSONValue(response.body), response.fields)
        }
        for variant in [Variant.wrappedLists, .pagedLists, .linkedLists, .cutLists] {
            let visitor = try Visitor(VariantTests.options(variant))
            let path = "/api/v1" + (try VariantTests.crowd(visitor))
            let (list, fields) = try reply(visitor, path)
            switch variant {
            case .wrappedLists: #expect(list["markers"]?.elements.count == 250)
            case .cutLists: #expect(list.elements.count == 100)
            case .pagedLists:
                #expect(list["data"]?.elements.count == 100 && list["total"]?.integer == 250)
                let next = try #require(list["next"]?.string)
                #expect(next == path + "&offset=100")
                let last = try reply(visitor, path + "&offset=200").0
                #expect(last["data"]?.elements.count == 50 && last["next"]?.isNull == true)
            default:
                #expect(list.elements.count == 100)
                #expect(fields.contains(HeaderField("Link", "<\(path)&offset=100>; rel=\"next\"")))
                #expect(!(try reply(visitor, path + "&offset=200").1.contains { $0.name == "Link" }))
            }
        }
    }

    private static func crowd(_ visitor: Visitor) throws -> String {
        func made(_ path: String, _ body: String) throws -> String {
            let request = IncomingRequest(
                .post, try RequestTarget("/api/v1" + path),
                fields: [HeaderField("content-type", "application/json")],
                body: Array(body.utf8))
            let response = visitor.answer(request)
            #expect(response.status == 201)
            return try JSONValue(response.body)["id"]?.string ?? ""
        }
        let space = try made("/spaces", #"{"key":"k","name":"n"}"#)
        let session = try made("/work-sessions", #"{"space_id":"\#(space)","session_type":"other"}"#)
        let bodies = Array(repeating: Visitor.marker(in: session), count: 250).joined(separator: ",")
        _ = try made("/markers/bulk", #"{"markers":[\#(bodies)]}"#)
        return "/markers?work_session_id=\(session)"
    }

    @Test("leave members out, use older names, and tell errors as text")
    func shown() throws {
        let visitor = try Visitor(VariantTests.options(.sparse, .formerDetails, .textErrors))
        let path = try VariantTests.crowd(visitor)
        func get(_ method: RequestMethod, _ path: String) throws -> OutgoingResponse {
            visitor.answer(IncomingRequest(method, try RequestTarget("/api/v1" + path)))
        }
        let marker = try JSONValue(try get(.get, path).body).elements[0]
        #expect(marker["label"] == nil && marker["created_at"] == nil && marker["p1"] != nil)
        let id = marker["id"]?.string ?? ""
        let details = try JSONValue(try get(.post, "/markers/\(id)/details/calculate").body)
        #expect(details["left_distance"] != nil && details["x_negative"] == nil)
        #expect(try JSONValue(try get(.get, "/markers/\(id)").body)["details"]?["near_distance"] != nil)
        let error = try get(.get, "/nothing")
        #expect(error.fields.first == HeaderField("Content-Type", "text/plain; charset=utf-8"))
        #expect(String(decoding: error.body, as: UTF8.self) == "there is no route /api/v1/nothing")
    }
}
