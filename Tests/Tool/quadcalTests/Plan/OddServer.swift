import Foundation
import MarkersSandbox
import TestSupport

/// A server in front of a scene's, whose lists have an odd element each.
enum OddServer {
    /// The id of each.
    static let id = "00000000-0000-4000-8000-00000000000d"
    private static let elements = [
        "/spaces": #"{"id":"\#(id)","key":"six","name":"Six","calibration_vector":[1,2,3,4,5,6]}"#,
        "/work-sessions": #"{"id":"\#(id)","space_id":"x","session_type":7,"status":"done"}"#,
        "/reference-sets": #"{"id":"\#(id)","space_id":"x","name":"odd set","markers":"none"}"#,
    ]

    static func front(of scene: OnlineScene) throws -> RawServer {
        let port = scene.server.port
        return try RawServer { request in
            guard let client = try? RawClient(port: port) else { return "" }
            let body = request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self)
            client.send(String(request.method), String(request.path), body, port: port)
            guard let answer = client.answer(hasBody: true) else { return "" }
            var text = answer.text
            let route = request.path.prefix { $0 != "?" }
            if let name = elements.keys.first(where: { route.hasSuffix($0) }), text.hasPrefix("[") {
                text = "[\(elements[name] ?? "")\(text == "[]" ? "" : ",")\(text.dropFirst())"
            }
            return "HTTP/1.1 \(answer.status) Status\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
        }
    }
}
