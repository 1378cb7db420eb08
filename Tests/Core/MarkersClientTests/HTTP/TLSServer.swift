import Foundation

/// Certificates made for one test, in a folder that goes with them.
final class TestAuthority {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.openssl(
            ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority", "-days", "2"]
                + Self.newKey,
            in: folder)
        let whole = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
        try whole.write(to: folder.appending(path: "ok"), atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    var certificates: String { folder.appending(path: "ca.pem").path }

    /// Issues a certificate for a name such as `IP:127.0.0.1` and serves `/ok` with it.
    func server(_ name: String, days: Int = 2) throws -> TLSServer {
        try Self.openssl(
            ["req", "-new", "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=Leaf"] + Self.newKey,
            in: folder)
        try "subjectAltName=\(name)\n".write(
            to: folder.appending(path: "names"), atomically: true, encoding: .utf8)
        try Self.openssl(
            [
                "x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days",
                "\(days)", "-extfile", "names", "-out", "leaf.pem",
            ], in: folder)
        return try TLSServer(in: folder)
    }

    fileprivate static func process(_ arguments: [String], in folder: URL) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        return process
    }

    private static func openssl(_ arguments: [String], in folder: URL) throws {
        let process = process(arguments, in: folder)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}

/// A secure server on loopback for a few connections.
final class TLSServer {
    let port: UInt16
    private let process: Process

    fileprivate init(in folder: URL) throws {
        let output = Pipe()
        process = TestAuthority.process(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "leaf.pem", "-key", "leaf.key", "-HTTP"],
            in: folder)
        process.standardOutput = output
        try process.run()
        var text = "", port: UInt16?
        while port == nil {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.executableLoad) }
            text += String(decoding: data, as: UTF8.self)
            port = text.firstMatch(of: #/ACCEPT [0-9.]+:([0-9]+)\n/#).flatMap { UInt16($0.output.1) }
        }
        self.port = port ?? 0
    }

    deinit { process.terminate() }
}
