import MarkersClient
import TestSupport
import Testing

/// The transports that speak HTTP here.
enum TransportKind: String, CaseIterable, Sendable {
    case curl

    func transport(
        _ server: RawServer, basePath: String = "", _ adjust: (inout TransportOptions) -> Void = { _ in }
    ) throws -> ServedTransport {
        let origin = try Origin("http://127.0.0.1:\(server.port)\(basePath)")
        return ServedTransport(base: try transport(to: origin, adjust), server: server)
    }

    func transport(
        to origin: Origin, _ adjust: (inout TransportOptions) -> Void = { _ in }
    ) throws -> any BoundTransport {
        var options = TransportOptions()
        adjust(&options)
        return switch self {
        case .curl: try CurlTransport(origin, options)
        }
    }
}

/// A transport that keeps its server going.
struct ServedTransport: BoundTransport {
    let base: any BoundTransport
    let server: RawServer

    var origin: Origin { base.origin }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        try await base.send(request, timeout: timeout)
    }
}

/// Long enough that only what hangs runs into it.
let patience = Duration.seconds(15)

/// The error of a request that must fail.
func failure(
    of transport: some Transport, _ request: HTTPRequest = HTTPRequest(.get, "/"),
    timeout: Duration = patience,
    sourceLocation: SourceLocation = #_sourceLocation
) async -> TransportError? {
    do throws(TransportError) {
        let answer = try await transport.send(request, timeout: timeout)
        Issue.record("answered with \(answer.status) \(answer.headers)", sourceLocation: sourceLocation)
        return nil
    } catch {
        return error
    }
}

/// A small answer in good order.
func answer(_ status: Int = 200, _ body: String = "ok", fields: String = "") -> String {
    "HTTP/1.1 \(status) Status\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
