import Foundation

/// nginx on the first core, which answers every request with the same text.
final class NginxServer {
    let port: UInt16
    private let folder: URL
    private let process = Process()

    /// - Parameter answer: the body of every answer, without single quotation marks.
    init(
        answer: String =
            #"{"id":"6f1c","version":2,"calibrated_data":"\#(String(repeating: "y", count: 200))"}"#
    ) throws {
        // Free now; nginx cannot choose one and report it.
        port = try SilentServer().port
        folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = """
            daemon off; master_process off; pid nginx.pid; error_log stderr crit;
            events { worker_connections 256; }
            http {
                access_log off; keepalive_requests 1000000000; default_type application/json;
                client_body_temp_path body; proxy_temp_path a; fastcgi_temp_path b; uwsgi_temp_path c; scgi_temp_path d;
                server {
                    listen 127.0.0.1:\(port);
                    location / { return 200 '\(answer)'; }
                }
            }
            """
        try configuration.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "taskset", "-c", "0", "nginx", "-p", folder.path, "-c", "nginx.conf", "-e", "stderr",
        ]
        do { try process.run() } catch { throw BenchError.peer("nginx", "cannot be started: \(error)") }
        guard SilentServer.waitForListener(on: port) else {
            throw BenchError.peer("nginx", "does not listen")
        }
    }

    /// The processor time of all its threads since it began.
    var processorNanoseconds: Double { ServerProcess.processorNanoseconds(of: process.processIdentifier) }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A port that accepts connections and never sends a word.
final class SilentServer: Sendable {
    let port: UInt16
    let descriptor: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = SilentServer.loopback(port: 0)
        let isListening = SilentServer.withGeneric(&address) { bind(listener, $0, $1.pointee) } == 0
        guard isListening, listen(listener, 512) == 0,
            SilentServer.withGeneric(&address, { getsockname(listener, $0, $1) }) == 0
        else {
            close(listener)
            throw BenchError.peer("socket", "no free port on loopback")
        }
        descriptor = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Tries for two seconds.
    static func waitForListener(on port: UInt16) -> Bool {
        for _ in 0..<200 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            if withGeneric(&address, { connect(descriptor, $0, $1.pointee) }) == 0 { return true }
            usleep(10_000)
        }
        return false
    }

    /// True if a server sends any answer to a request.
    static func answers(on port: UInt16, _ request: String) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: port)
        var byte: UInt8 = 0
        return withGeneric(&address, { connect(descriptor, $0, $1.pointee) }) == 0
            && send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0
            && recv(descriptor, &byte, 1, 0) == 1
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withGeneric(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
        }
    }
}
