import Foundation
import MarkersClient
import MarkersOffline
import TestSupport
import Testing

@Suite("The file of a store")
struct MarkersStoreTests {
    private static let server = "https://markers.example/api/v1"

    private func code(_ path: String, _ server: String = MarkersStoreTests.server) throws -> String {
        let origin = try Origin(server)
        do throws(StoreError) {
            _ = try MarkersStore.open(at: path, for: origin)
            return "OPENED"
        } catch {
            return error.code
        }
    }

    @Test("is opened again, by one process at a time, for its own server")
    func opening() throws {
        let folder = try Folder(), path = folder.url.appending(path: "a.quadstore").path
        do {
            let store = try MarkersStore.open(at: path, for: try Origin(Self.server))
            #expect(try code(path) == "STORE_IS_HELD")
            #expect(store.path == path)
        }
        #expect(try code(path) == "OPENED")
        #expect(try code(path, "https://other.example/api/v1") == "ANOTHER_SERVER")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("is refused if it is something else, and never changed")
    func foreign() throws {
        let folder = try Folder()
        for (name, text, expected) in [
            ("text", String(repeating: "this is no database\n", count: 300), "NOT_A_STORE"),
            ("short", "x", "NOT_A_STORE"),
        ] {
            try folder.write(text, to: name)
            #expect(try code(folder.url.appending(path: name).path) == expected)
            #expect(try folder.read(name) == text)
        }
        let job = Dataset.folder.appendingPathComponent("jobs/format-1.job")
        let copy = folder.url.appending(path: "copy.job")
        try FileManager.default.copyItem(at: job, to: copy)
        #expect(try code(copy.path) == "NOT_A_STORE")
    }

    @Test("is made whole where its creation was interrupted")
    func interrupted() throws {
        let folder = try Folder(), path = folder.url.appending(path: "a.quadstore").path
        try folder.write("", to: "a.quadstore")
        #expect(try code(path) == "OPENED")
        #expect(try code(path) == "OPENED")
    }

    @Test("names what cannot be used")
    func unusable() throws {
        let folder = try Folder()
        #expect(try code(folder.url.appending(path: "none/a.quadstore").path) == "STORE_FILE")
    }
}
