import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server on a loopback socket that answers bytes which were written by hand, each request the next of them.
///
/// It shares no code with the client: requests are kept as the bytes that came.
final class HandMadeServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    private struct State {
        var answers: [Answer]
        var requests: [String] = []
    }

    /// The answer to a request.
    enum Answer: Sendable {
        /// These bytes are sent at once.
        case bytes([UInt8])
        /// The same with `ID` replaced by the id that the request names.
        case echo(String)
        /// The connection is closed without a byte.
        case hangUp
    }

    init(_ answers: [Answer]) throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let handle = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(handle, address, length) == 0 && listen(handle, 16) == 0
                    && getsockname(handle, address, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        state = Mutex(State(answers: answers))
        Thread.detachNewThread { [self] in
            while hasAnswers {
                let connection = accept(handle, nil, nil)
                guard connection >= 0 else { break }
                serve(connection)
                close(connection)
            }
            close(handle)
        }
    }

    private var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

    /// The requests so far, heads and bodies as they came.
    var requests: [String] { state.withLock { $0.requests } }

    /// Reads one request, answers it, and lets the connection go.
    private func serve(_ connection: Int32) {
        var request: [UInt8] = [], piece = [UInt8](repeating: 0, count: 4096)
        while !HandMadeServer.isWhole(request) {
            let count = read(connection, &piece, piece.count)
            guard count > 0 else { return }
            request += piece[..<count]
        }
        let text = String(decoding: request, as: UTF8.self)
        let answer: Answer? = state.withLock { state in
            state.requests.append(text)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        let bytes: [UInt8]
        switch answer {
        case .bytes(let fixed)?: bytes = fixed
        case .echo(let body)?:
            let rest = text.components(separatedBy: "\"requestId\":\"").last ?? ""
            bytes = HandMadeServer.ok(
                body.replacingOccurrences(of: "ID", with: rest.prefix { $0 != "\"" }))
        case .hangUp?, nil: return
        }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0x4000) }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func isWhole(_ request: [UInt8]) -> Bool {
        let text = String(decoding: request, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let head = text[..<end.lowerBound].lowercased()
        guard let field = head.range(of: "content-length: ") else { return true }
        let count = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
        return text[end.upperBound...].utf8.count >= count
    }

    /// A complete answer with JSON.
    static func ok(_ body: String) -> [UInt8] { answer("200 OK", "application/json", Array(body.utf8)) }

    /// A complete answer.
    static func answer(_ status: String, _ type: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        let head =
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(length ?? body.count)\r\n"
            + "Connection: close\r\n\r\n"
        return Array(head.utf8) + body
    }
}
