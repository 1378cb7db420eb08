import MarkersClient
import MarkersURLSession
import TestSupport
import Testing

/// The transports that speak HTTP here.
enum TransportKind: String, CaseIterable, Sendable {
    case curl, urlSession

    /// The known defects of `URLSession` on Linux, each named after what a test shows.
    enum Shortfall: CaseIterable {
        /// An answer of 103 before the real one ends the whole process: "Transfer completed, but there's no response".
        case informationalAnswer
        /// So does an end within the header.
        case endWithinHeader
        /// Half a minute of one core until it gives up.
        case endlessHeader
        /// Chunks are withheld until the server stops.
        case endlessBody
        /// The end of a kept connection is noticed half a minute later, after work of one core throughout.
        case unnoticedEnd
        /// Any number of answers of 102 is accepted.
        case endlessInformation
        /// A change without a body whose kept connection ended is sent again; the server acts on it twice.
        case repeatedChange
        /// Errors of TLS are reported as unknown ones.
        case unnamedErrorOfTLS

        /// True if it is not run, since no other test would be.
        var isFatal: Bool {
            [.informationalAnswer, .endWithinHeader, .endlessHeader, .endlessBody, .unnoticedEnd].contains(
                self)
        }
    }

    /// Runs the expectations of a test; for a defect of this transport, that it is still there.
    func expecting(
        _ shortfall: Shortfall?, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async throws {
        #if canImport(FoundationNetworking)
        if self == .urlSession, let shortfall {
            guard !shortfall.isFatal else { return }
            return await withKnownIssue("\(shortfall)", sourceLocation: sourceLocation, body)
        }
        #endif
        try await body()
    }

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
        case .urlSession: try URLSessionTransport(origin, options)
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

/// A timeout that only a hang can reach, however busy the machine is.
let patience = Duration.seconds(120)

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
