import Foundation
import HTTPServer
import Markers
import Testing

@testable import MarkersSandbox

/// A client of a sandbox in the same process, without a socket.
struct Visitor {
    let sandbox: Sandbox
    private let router: Router

    init(_ options: SandboxOptions = SandboxOptions(seed: 1)) throws {
        (sandbox, router) = (try Sandbox(options), Router(options))
    }

    func answer(_ request: IncomingRequest) -> OutgoingResponse {
        router.answer(request, number: sandbox.nextRequest(), in: sandbox)
    }

    /// A reply: the status, the body as JSON and the fields.
    struct Reply {
        var status: Int
        var json: JSONValue
        var fields: [HeaderField]

        subscript(name: String) -> JSONValue? { json[name] }
        var id: String { json["id"]?.string ?? "" }
        var version: Int64 { json["version"]?.integer ?? -1 }
    }

    @discardableResult
    func ask(
        _ method: RequestMethod, _ path: String, _ body: String? = nil, fields: [HeaderField] = []
    ) throws -> Reply {
        let type = body == nil ? [] : [HeaderField("content-type", "application/json")]
        let request = IncomingRequest(
            method, try RequestTarget(path.hasPrefix("/sandbox") ? path : "/api/v1" + path),
            fields: type + fields, body: Array((body ?? "").utf8))
        let response = answer(request)
        try Contract.check(request, response)
        let json = try JSONValue(response.body.isEmpty ? Array("null".utf8) : response.body)
        return Reply(status: response.status, json: json, fields: response.fields)
    }

    func space(_ more: String = "") throws -> String {
        let key = "key-\(sandbox.store.documentCount)"
        let reply = try ask(.post, "/spaces", #"{"key":"\#(key)","name":"Hall"\#(more)}"#)
        #expect(reply.status == 201)
        return reply.id
    }

    func session(in space: String) throws -> String {
        let reply = try ask(.post, "/work-sessions", #"{"space_id":"\#(space)","session_type":"inspection"}"#)
        #expect(reply.status == 201)
        return reply.id
    }

    func marker(in session: String, _ more: String = "") throws -> Reply {
        try ask(.post, "/markers", Visitor.marker(in: session, more))
    }

    /// The contract's documented quad as the body of a new marker.
    static func marker(in session: String, _ more: String = "") -> String {
        #"{"work_session_id":"\#(session)",\#(corners)\#(more)}"#
    }

    static let corners = """
        "p1":[-0.230,0.060,0.030],"p2":[-0.165,0.057,0.037],"p3":[-0.167,0.050,0.262],"p4":[-0.232,0.053,0.255]
        """
}
