internal import Foundation

/// Requests to a sandbox by the plainest means, so that nothing under test takes part in judging it.
package struct Exchange: Sendable {
    let port: UInt16
    /// The bearer token; nil to send none.
    private let token: String?

    package init(port: UInt16, token: String? = nil) { (self.port, self.token) = (port, token) }

    /// The value of a JSON answer; refused if the status is not a success.
    ///
    /// - Parameter path: below `/api/v1`, or from the root if it begins with a slash.
    package func ask(_ method: String, _ path: String, _ body: Any? = nil) throws -> Any {
        let (status, data) = try send(method, path, body)
        guard (200..<300).contains(status) else {
            throw KillError.server("\(method) \(path): \(status) \(String(decoding: data, as: UTF8.self))")
        }
        return data.isEmpty ? [:] as [String: Any] : try JSONSerialization.jsonObject(with: data)
    }

    private func send(_ method: String, _ path: String, _ body: Any?) throws -> (status: Int, body: Data) {
        let path = path.hasPrefix("/") ? path : "/api/v1/\(path)"
        var request = Data("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n".utf8)
        if let token { request += Data("Authorization: Bearer \(token)\r\n".utf8) }
        request += Data("Connection: close\r\nUser-Agent: \(Exchange.agent)\r\n".utf8)
        if let body {
            let json = try JSONSerialization.data(withJSONObject: body)
            request += Data("Content-Type: application/json\r\nContent-Length: \(json.count)\r\n\r\n".utf8)
            request += json
        } else {
            request += Data("\r\n".utf8)
        }
        let answer = try exchange(request)
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)),
            let status = Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self))
        else { throw KillError.server("\(method) \(path): no answer") }
        return (status, answer[end.upperBound...])
    }

    /// The name that distinguishes it from the tool in the log.
    package static let agent = "editor"

    private func exchange(_ request: Data) throws -> Data {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = Server.loopback(port: port)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw KillError.server("nothing listens on port \(port)") }
        var rest = request[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { throw KillError.server("the sandbox takes no request") }
            rest = rest.dropFirst(count)
        }
        var answer = Data()
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { return answer }
            answer += room.prefix(count)
        }
    }
}
