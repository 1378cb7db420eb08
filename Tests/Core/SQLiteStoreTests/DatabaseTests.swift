import Foundation
import Testing

@testable import SQLiteStore

@Suite("A database")
struct DatabaseTests {
    @Test("gives back the values it was given, the empty ones too")
    func values() throws {
        let store = try Database(.memory)
        try store.run("CREATE TABLE thing (a, b, c, d, e, f, g)")
        let insert = try store.prepare("INSERT INTO thing VALUES (?, ?, ?, ?, ?, ?, ?)")
        try insert.run(
            .null, .integer(.max), .real(0.1 + 0.2), .text("ä\0b"), .text(""), .bytes([0, 255]), .bytes([]))
        let row = try store.prepare("SELECT * FROM thing").first { row in
            #expect(row.isNull(0) && row.text(0) == nil && row.bytes(0) == nil)
            #expect(row.integer(1) == .max)
            #expect(row.real(2) == 0.1 + 0.2)
            return (row.text(3), row.text(4), row.bytes(5), row.bytes(6))
        }
        let found = try #require(row)
        #expect(found == ("ä\0b", "", [0, 255], []))
    }

    @Test(
        "T7: a file that others may write to is not written, though it can be read",
        arguments: ["", "-wal", "-journal"])
    func othersMayWrite(suffix: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("database-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("store").path
        do { try Database(.file(path)).run("CREATE TABLE thing (a)") }
        chmod(path, 0o600)
        if !suffix.isEmpty { try Data().write(to: URL(filePath: path + suffix)) }
        chmod(path + suffix, 0o666)
        let error = #expect(throws: DatabaseError.self) { try Database(.file(path), .existing) }
        #expect(error?.code == .notPrivate && error?.message.contains("chmod 600") == true)
        if suffix.isEmpty { _ = try Database(.file(path), .readOnly) }
        chmod(path + suffix, 0o600)
        _ = try Database(.file(path), .existing)
        // Only root can make a file of somebody else.
        guard geteuid() == 0 else { return }
        chown(path + suffix, 12_345, 12_345)
        let foreign = #expect(throws: DatabaseError.self) { try Database(.file(path), .existing) }
        #expect(foreign?.code == .notPrivate && foreign?.message.contains("another user") == true)
    }

    @Test("compiles a statement that is in use once more, and one that is not in use only once")
    func compiled() throws {
        let store = try Database(.memory)
        try store.run("CREATE TABLE number (value INTEGER)")
        for value in 1...3 { try store.prepare("INSERT INTO number VALUES (?)").run(.integer(Int64(value))) }
        let select = "SELECT value FROM number WHERE value > ? ORDER BY value"
        var pairs: [[Int64]] = []
        try store.prepare(select).forEach([0]) { outer throws(DatabaseError) in
            let first = outer.integer(0)
            try store.prepare(select).forEach([.integer(first)]) { pairs.append([first, $0.integer(0)]) }
        }
        #expect(pairs == [[1, 2], [1, 3], [2, 3]])
        let kept = try store.prepare(select)
        #expect(try store.prepare(select) !== kept)
    }

    @Test("undoes a transaction that failed, and only that")
    func transaction() throws {
        let store = try Database(.memory)
        try store.run("CREATE TABLE thing (a INTEGER PRIMARY KEY)")
        let insert = try store.prepare("INSERT INTO thing VALUES (?)")
        try store.transaction { () throws(DatabaseError) in try insert.run(1) }
        let error = #expect(throws: DatabaseError.self) {
            try store.transaction { () throws(DatabaseError) in
                try insert.run(2)
                try insert.run(1)
            }
        }
        #expect(error?.code == .constraint)
        #expect(error?.context == "INSERT INTO thing VALUES (?)")
        let kept = try store.prepare("SELECT a FROM thing").all { $0.integer(0) }
        #expect(kept == [1])
        #expect(try store.prepare("SELECT a FROM thing WHERE a = ?").first(2) { $0.integer(0) } == nil)
    }

    @Test("names what is no database, and what is missing")
    func unreadable() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "quadcal-\(UUID().uuidString)").path
        let missing = #expect(throws: DatabaseError.self) { try Database(.file(file), .existing) }
        #expect(missing?.code == .cannotOpen)
        #expect(missing?.context == file)
        #expect(FileManager.default.createFile(atPath: file, contents: Data(repeating: 65, count: 4096)))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let foreign = #expect(throws: DatabaseError.self) {
            try Database(.file(file)).run("CREATE TABLE thing (a)")
        }
        #expect(foreign?.code == .corrupt)
    }

    @Test("refuses a wrong statement and a wrong number of values")
    func misuse() throws {
        let store = try Database(.memory)
        for statement in ["SELECT", "", "SELECT * FROM nothing"] {
            let error = #expect(throws: DatabaseError.self) { try store.prepare(statement) }
            #expect(error?.code == .misuse)
        }
        let error = #expect(throws: DatabaseError.self) {
            try store.prepare("SELECT ?").first { $0.integer(0) }
        }
        #expect(error?.code == .misuse)
    }

    @Test("tells of another that holds the file")
    func busy() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "quadcal-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (one, other) = (try Database(.file(file)), try Database(.file(file)))
        try one.run("CREATE TABLE thing (a); BEGIN IMMEDIATE")
        let error = #expect(throws: DatabaseError.self) { try other.run("BEGIN IMMEDIATE") }
        #expect(error?.code == .busy)
    }
}
