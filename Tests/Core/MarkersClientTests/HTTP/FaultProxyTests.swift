import Foundation
import MarkersClient
import TestSupport
import Testing

@Suite("Requests over a bad line")
struct FaultProxyTests {
    private static let text = String(repeating: "x", count: 5000)

    /// The result of one request when a fault meets its connection.
    private static func outcome(
        _ plan: FaultProxy.Plan, timeout: Duration = patience
    ) async throws -> Result<HTTPResponse, TransportError> {
        let server = try RawServer { _ in answer(200, text) }
        let proxy = try FaultProxy()
        proxy.carry(to: server.port) { _ in plan }
        let transport = try CurlTransport(Origin("http://127.0.0.1:\(proxy.port)"))
        defer { transport.close() }
        let request = HTTPRequest(.patch, "/", body: [UInt8](repeating: 1, count: 2000))
        do throws(TransportError) {
            return .success(try await transport.send(request, timeout: timeout))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "arrive whole in pieces and late",
        arguments: [
            FaultProxy.Plan(toServer: .split(7), toClient: .split(3)),
            FaultProxy.Plan(toServer: .delay(30), toClient: .delay(30)),
        ])
    func whole(plan: FaultProxy.Plan) async throws {
        #expect(try await Self.outcome(plan).get().body == Array(Self.text.utf8))
    }

    @Test(
        "are known to have perhaps arrived when the line ends",
        arguments: [
            (FaultProxy.Plan(toClient: .cut(after: 0)), TransportError.Code.connectionLost),
            (FaultProxy.Plan(toClient: .reset(after: 0)), .connectionLost),
            (FaultProxy.Plan(toClient: .cut(after: 30)), .truncated),
            (FaultProxy.Plan(toClient: .cut(after: 3000)), .truncated),
            (FaultProxy.Plan(toClient: .reset(after: 3000)), .truncated),
            (FaultProxy.Plan(toServer: .cut(after: 500)), .connectionLost),
            (FaultProxy.Plan(toServer: .reset(after: 500)), .connectionLost),
        ])
    func ended(plan: FaultProxy.Plan, code: TransportError.Code) async throws {
        let error = try #require(try await Self.outcome(plan).failure)
        #expect(error.code == code && error.mayHaveArrived, "\(error)")
    }

    @Test(
        "end at their deadline when the line falls silent",
        arguments: [
            FaultProxy.Plan(toServer: .swallow(after: 0)), FaultProxy.Plan(toServer: .swallow(after: 1000)),
            FaultProxy.Plan(toClient: .swallow(after: 0)), FaultProxy.Plan(toClient: .swallow(after: 2000)),
        ])
    func silent(plan: FaultProxy.Plan) async throws {
        let error = try #require(try await Self.outcome(plan, timeout: .milliseconds(300)).failure)
        #expect(error.code == .timeout && error.mayHaveArrived, "\(error)")
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
