public import MarkersEndpoint

/// Camera frames that an app serves, one for each request.
public struct CameraAPI: Sendable {
    private let transport: any Transport
    private let origin: String
    private let path: String

    /// The text in a URL for which the id of the request is put.
    public static let slot = "{requestId}"

    /// - Parameters:
    ///   - transport: the transport to the app, which adds no credentials.
    ///   - path: the path and query, in which ``slot`` is replaced.
    public init(_ transport: some BoundTransport, path: String) {
        (self.transport, self.path) = (transport, path)
        origin = transport.origin.description
    }

    /// The server and the path of a URL that has the slot; `nil` if it has none, or is no URL.
    public static func parts(of url: String) -> (origin: Origin, path: String)? {
        guard url.contains(slot), let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[host.endIndex...]
        guard path.first == "/", let origin = try? Origin(url[..<scheme.upperBound] + String(host)) else {
            return nil
        }
        return (origin, String(path))
    }

    /// The frame of a request, as bytes of JSON; `nil` where the app has none (status 404).
    public func frame(of requestID: String) async throws(SensorFailure) -> [UInt8]? {
        let plain = requestID.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        guard plain else { return nil }
        let route = SensorRoute(.get, path.replacing(CameraAPI.slot, with: requestID), on: origin)
        var repeats = 0
        while true {
            do throws(SensorFailure) {
                let answer: HTTPResponse
                do throws(TransportError) {
                    answer = try await transport.send(route.request(), timeout: SensorAPI.timeout)
                } catch { throw route.failure(.transport(error)) }
                guard answer.status != 404 else { return nil }
                try route.requireSuccess(answer)
                return answer.body
            } catch {
                guard error.isPassing, repeats < SensorAPI.mostRepeats else { throw error }
                repeats += 1
            }
        }
    }
}
