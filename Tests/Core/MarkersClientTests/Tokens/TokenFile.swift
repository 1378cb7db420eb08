import Foundation

/// A private file of tokens, which is removed with it.
final class TokenFile {
    let path: String

    init(_ text: String) throws {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("token-\(UUID().uuidString)").path
        try write(text)
    }

    deinit { unlink(path) }

    func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

    var mode: Int? {
        get throws {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
    }
}
