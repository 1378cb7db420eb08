import Foundation
import Markers
import MarkersClient
import QuadGeometry
import SQLiteStore
import TestSupport
import Testing

@testable import MarkersOffline

@Suite("A store that is torn, full or of a later version")
struct DamagedStoreTests {
    private static let session = UUID()
    private static let server = "https://markers.example/api/v1"

    /// A file with edits, in a folder of its own, and its bytes.
    private final class Site {
        let folder: Folder
        let bytes: Data

        init(edits: Int = 40) async throws {
            folder = try Folder()
            let path = folder.url.appending(path: "a.quadstore").path
            do {
                let store = try MarkersStore.open(at: path, for: try Origin(DamagedStoreTests.server))
                try await store.create((0..<edits).map { _ in (UUID(), DamagedStoreTests.marker) })
            }
            bytes = try Data(contentsOf: URL(filePath: path))
        }

        var path: String { folder.url.appending(path: "a.quadstore").path }
        var found: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

        func write(_ bytes: Data) throws { try bytes.write(to: URL(filePath: path)) }

        func open() throws -> MarkersStore {
            try MarkersStore.open(at: path, for: try Origin(DamagedStoreTests.server))
        }
    }

    private static var marker: CreateMarker {
        CreateMarker(in: session, label: "new", Quad.rectangle(1, 1))
    }

    private func code(_ path: String) throws -> String {
        let origin = try Origin(Self.server)
        do throws(StoreError) {
            _ = try MarkersStore.open(at: path, for: origin)
            return "OPENED"
        } catch {
            return error.code
        }
    }

    @Test("is refused by name where it is torn, and keeps every byte", arguments: [0.3, 0.6, 0.9])
    func torn(share: Double) async throws {
        let site = try await Site()
        let torn = site.bytes.prefix(Int(Double(site.bytes.count) * share))
        try site.write(torn)
        #expect(["STORE_IS_DAMAGED", "STORE_CORRUPT", "NOT_A_STORE"].contains(try code(site.path)))
        #expect(try site.found == torn)
    }

    @Test("is refused where pages are zero, and keeps every byte")
    func zeroPages() async throws {
        let site = try await Site()
        let page = 4096
        for place in stride(from: page, to: site.bytes.count, by: 3 * page) {
            var damaged = site.bytes
            damaged.replaceSubrange(place..<place + page, with: Data(count: page))
            try site.write(damaged)
            let found = try code(site.path)
            #expect(found != "OPENED", "page \(place / page)")
            #expect(try site.found == damaged)
        }
    }

    @Test("of a later version is refused by name")
    func newer() async throws {
        let site = try await Site()
        var later = site.bytes
        // The last byte of `user_version` in SQLite's header.
        later[63] = 2
        try site.write(later)
        #expect(try code(site.path) == "STORE_IS_NEWER")
        #expect(try site.found == later)
    }

    @Test("on a full disk takes no edit, says so, and loses none")
    func full() async throws {
        let site = try await Site(edits: 3)
        let store = try site.open()
        try await store.limit()
        await #expect(throws: EditError.self) {
            try await store.create((0..<2000).map { _ in (UUID(), Self.marker) })
        }
        #expect(try await store.edits().count == 3)
    }

    @Test("T11: on a full disk keeps the list that it has, and the sync says why")
    func fullSync() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let markers = CacheCategory.markers(scene.session)
        _ = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
        try await store.limit()
        for place in 0..<60 { try await scene.make(10 + place) }
        let report = await StoreSync(OfflineQueue(store, scene.api), scene.api).run()
        #expect(report.storeFailure?.code == "STORE_FULL" && report.lists.first?.count == 3)
        #expect(!report.isComplete)
    }

    @Test("that cannot be written takes no edit, and can be read")
    func readOnly() async throws {
        let site = try await Site(edits: 3)
        let store = try site.open()
        try await store.run("PRAGMA query_only = ON")
        let error = await #expect(throws: EditError.self) {
            try await store.create([(UUID(), Self.marker)])
        }
        #expect(error?.code.hasPrefix("STORE_") == true)
        #expect(try await store.edits([.waiting]).count == 3)
    }

    @Test("names the process that has it to another")
    func held() async throws {
        let site = try await Site(edits: 1)
        let store = try site.open()
        do throws(StoreError) {
            _ = try MarkersStore.open(at: site.path)
            Issue.record("it was opened twice")
        } catch {
            let pid = "\(ProcessInfo.processInfo.processIdentifier)"
            if case .held(_, let holder) = error { #expect(holder.contains(pid)) } else { throw error }
        }
        #expect(store.path == site.path)
    }

    @Test("keeps ten thousand changes of one marker as one edit")
    func oneMarker() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        try await store.run("PRAGMA synchronous = OFF")
        let queue = OfflineQueue(store, scene.api), marker = try await scene.marker()
        for number in 1...10_000 {
            _ = try await queue.update(marker, UpdateMarker(label: "label \(number)"))
        }
        #expect(try await queue.edits().count == 1)
        #expect(await queue.flush().done.count == 1 && scene.network.requests() == 1)
        #expect(try await scene.api.marker(marker.id).label == "label 10000")
    }

    @Test("keeps a hundred thousand edits, of which only those under way are read")
    func manyEdits() async throws {
        let site = try await Site(edits: 0)
        let store = try site.open()
        try await store.run("PRAGMA synchronous = OFF")
        let count = 100_000
        try await store.create((0..<count).map { _ in (UUID(), Self.marker) })
        let transport = try CurlTransport(Origin("http://127.0.0.1:1/api/v1"))
        let queue = OfflineQueue(store, MarkersAPI(transport, clock: OfflineScene.WrongClock(offBy: 0)))
        let report = await queue.flush()
        #expect(report.waiting.count == count && report.failure?.isOffline == true)
    }
}

extension MarkersStore {
    fileprivate func run(_ statement: String) throws { try database.run(statement) }

    /// Lets the file grow by a few pages only.
    fileprivate func limit() throws {
        let pages = try database.number(ofPragma: "page_count")
        try database.run("PRAGMA max_page_count = \(pages + 4)")
    }
}
