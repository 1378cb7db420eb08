public import Foundation

/// A folder that is removed when nobody uses it any more.
public final class Folder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("quadcal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    public func write(_ data: Data, to name: String) throws {
        try data.write(to: url.appendingPathComponent(name))
    }

    public func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    public func handle(for name: String) throws -> FileHandle {
        try write("", to: name)
        return try FileHandle(forWritingTo: url.appendingPathComponent(name))
    }

    public var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasPrefix(".") }
                .sorted()
        }
    }
}
