import Foundation
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("A server")
struct ServerTests {
    @Test("numbers its answers, also on one connection")
    func numbers() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let connection = try RawClient(port: server.port)
        for number in 1...3 {
            connection.send("GET", "/api/v1/health", port: server.port)
            let answer = try #require(connection.answer())
            #expect(answer.status == 200)
            #expect(answer.text == #"{"status":"ok"}"#)
            #expect(answer.fields["x-request-number"] == "\(number)")
        }
    }

    @Test("says what is wrong with bytes that are no request")
    func refusal() throws {
        let server = try SandboxServer(SandboxOptions(limits: .init(idleSeconds: 0.1, requestSeconds: 0.1)))
        defer { server.stop() }
        let other = try RawClient(port: server.port)
        other.send("GET / HTTP/1.0\r\n\r\n".utf8)
        let answer = try #require(other.answer())
        #expect(answer.status == 505)
        #expect(
            answer.text
                == #"{"error":"HTTP Version Not Supported","message":"UNKNOWN_VERSION: "#
                + #"only HTTP/1.1 is spoken here","status":505}"#)
        let slow = try RawClient(port: server.port)
        slow.send("GET /".utf8)
        #expect(slow.answer()?.status == 408)
    }

    @Test("lets eight writers change a marker one version at a time")
    func versions() async throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let connection = try RawClient(port: server.port)
        func ask(_ method: String, _ path: String, _ body: String) throws -> JSONValue {
            connection.send(method, "/api/v1" + path, body, port: server.port)
            return try JSONValue(try #require(connection.answer()).body)
        }
        let space = try ask("POST", "/spaces", #"{"key":"k","name":"n"}"#)["id"]?.string ?? ""
        let session =
            try ask(
                "POST", "/work-sessions", #"{"space_id":"\#(space)","session_type":"repair"}"#)["id"]?.string
            ?? ""
        let marker = try ask("POST", "/markers", Visitor.marker(in: session))["id"]?.string ?? ""
        let (writers, rounds, port) = (8, 25, server.port)
        let won = try await withThrowingTaskGroup(of: [Int].self) { group in
            for writer in 0..<writers {
                group.addTask {
                    let connection = try RawClient(port: port)
                    return try (1...rounds).filter { version in
                        let body = #"{"version":\#(version),"label":"\#(writer)"}"#
                        var status = 0
                        // A version that is not there yet is waited for.
                        repeat {
                            connection.send("PATCH", "/api/v1/markers/\(marker)", body, port: port)
                            let answer = try #require(connection.answer())
                            status = answer.status
                            if status == 409, answer.text.contains("is \(version - 1),") { continue }
                            break
                        } while true
                        return status == 200
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(won.sorted() == Array(1...rounds))
        let effects = server.effects.filter { $0.id == marker && $0.action == .update }
        #expect(effects.map(\.version) == (2...Int64(rounds + 1)).map { $0 })
    }

    @Test("keeps everything in a file from one run to the next")
    func restart() throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "sandbox-\(UUID().uuidString).sqlite"
        ).path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
        var space = ""
        do {
            let server = try SandboxServer(SandboxOptions(dataFile: file, seed: 4))
            defer { server.stop() }
            let connection = try RawClient(port: server.port)
            connection.send("POST", "/api/v1/spaces", #"{"key":"k","name":"n"}"#, port: server.port)
            space = try #require(connection.answer()).text
        }
        let server = try SandboxServer(SandboxOptions(dataFile: file, seed: 4))
        defer { server.stop() }
        let connection = try RawClient(port: server.port)
        connection.send("GET", "/api/v1/spaces", port: server.port)
        #expect(connection.answer()?.text == "[\(space)]")
        connection.send("POST", "/api/v1/spaces", #"{"key":"l","name":"n"}"#, port: server.port)
        #expect(connection.answer()?.status == 201)
        #expect(server.effects.map(\.number) == [1, 2])
    }

    @Test("keeps its file to its owner")
    func mode() throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "sandbox-\(UUID().uuidString).sqlite"
        ).path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
        let server = try SandboxServer(SandboxOptions(dataFile: file))
        defer { server.stop() }
        for end in ["", "-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file + end)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test("does not take a file or a port that is another's")
    func taken() throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "sandbox-\(UUID().uuidString).sqlite"
        ).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(FileManager.default.createFile(atPath: file, contents: Data(repeating: 65, count: 4096)))
        let store = #expect(throws: SandboxError.self) { try SandboxServer(SandboxOptions(dataFile: file)) }
        #expect(store?.code == "STORE_UNUSABLE")
        let server = try SandboxServer()
        defer { server.stop() }
        let port = #expect(throws: SandboxError.self) { try SandboxServer(SandboxOptions(port: server.port)) }
        #expect(port?.localizedDescription.hasPrefix("cannot listen on 127.0.0.1:\(server.port) (") == true)
        #expect(port?.remedy == "choose another port, or omit it to use any free one")
        #expect(store?.localizedDescription.contains("cannot be used as sandbox data") == true)
        #expect(port == .port(server.port, errno: EADDRINUSE))
    }
}
