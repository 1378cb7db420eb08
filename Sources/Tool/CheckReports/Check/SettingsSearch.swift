import Foundation
import Markers
package import StrictJSON
import ToolMarkers
package import ToolTerminal

/// The search for the settings that hold for files: from their folder upward, as far as the first that has `.git`, the
/// home folder or the root of the file system, those included.
///
/// Anybody may put a file into a folder such as /tmp. So only files of this user or of the administrator are used, and
/// none that all users may write to.
struct SettingsSearch {
    /// Files that are not used, and why.
    private(set) var ignored: [(file: String, reason: String)] = []
    private var seen: [String: Candidate?] = [:]

    private struct Candidate {
        let path: String
        let bytes: [UInt8]
    }

    private static let name = ".quadcal.json"
    /// Settings take some hundred bytes.
    private static let largestSize = 1 << 16

    /// The settings for files, which must be the same for all; `nil` where there are none.
    mutating func settings(for files: [String]) throws(Failure) -> SettingsFile? {
        var first: (file: String, candidate: Candidate?)?
        for file in files {
            guard let folder = SettingsSearch.folder(of: file) else { continue }
            let candidate = try nearest(to: folder)
            if let first, first.candidate?.path != candidate?.path {
                throw .differentSettings(first: first.file, second: file)
            }
            first = first ?? (file, candidate)
        }
        guard let candidate = first?.candidate else { return nil }
        return try SettingsFile(SettingsSearch.shown(candidate.path), candidate.bytes)
    }

    private mutating func nearest(to folder: String) throws(Failure) -> Candidate? {
        if let known = seen[folder] { return known }
        let own = try candidate(in: folder)
        let isTop = folder == "/" || folder == SettingsSearch.home || SettingsSearch.exists("\(folder)/.git")
        let found = own == nil && !isTop ? try nearest(to: SettingsSearch.parent(of: folder)) : own
        seen[folder] = .some(found)
        return found
    }

    /// The file in a folder itself, if it may be used.
    private mutating func candidate(in folder: String) throws(Failure) -> Candidate? {
        let path = folder == "/" ? "/\(SettingsSearch.name)" : "\(folder)/\(SettingsSearch.name)"
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        // Of a link, before it is followed.
        guard SettingsSearch.isTrusted(status.st_uid) else {
            return ignore(path, "it belongs to another user")
        }
        // A pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw .unopened(file: SettingsSearch.shown(path), errno: errno)
        }
        let input = InputFile(SettingsSearch.shown(path), descriptor: descriptor, isOwned: true)
        guard status.st_mode & S_IFMT == S_IFREG else { return ignore(path, "it is not a regular file") }
        guard SettingsSearch.isTrusted(status.st_uid) else {
            return ignore(path, "it belongs to another user")
        }
        guard status.st_mode & S_IWOTH == 0 else { return ignore(path, "every user may write to it") }
        guard status.st_size <= SettingsSearch.largestSize else {
            throw .unopened(file: SettingsSearch.shown(path), errno: EFBIG)
        }
        return Candidate(path: path, bytes: try input.read { (input) throws(JSONError) in try input.bytes() })
    }

    private mutating func ignore(_ path: String, _ reason: String) -> Candidate? {
        ignored.append((SettingsSearch.shown(path), reason))
        return nil
    }

    private static func isTrusted(_ user: uid_t) -> Bool { user == geteuid() || user == 0 }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The folder that a file is in, without links; `nil` where there is none.
    private static func folder(of file: String) -> String? {
        guard file != Input.standard, let slash = file.lastIndex(of: "/") else { return real(".") }
        return real(slash == file.startIndex ? "/" : String(file[..<slash]))
    }

    private static func parent(of folder: String) -> String {
        guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return "/" }
        return String(folder[..<slash])
    }

    private static var home: String? { ProcessInfo.processInfo.environment["HOME"].flatMap { real($0) } }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// A path from the working folder, where it is in it.
    private static func shown(_ path: String) -> String {
        guard let here = real("."), path.hasPrefix(here + "/") else { return path }
        return String(path.dropFirst(here.count + 1))
    }
}

package enum SettingsChoice {
    case search, none
    case file(String)
}

package struct SettingsFile: WrittenObject {
    package let file: String
    package let settings: FolderSettings
    private let sha256: String

    package static let members: [DocumentMember<SettingsFile>] = [
        .always("file", \.file, "The name of the file."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]

    package init(_ file: String, _ bytes: [UInt8]) throws(Failure) {
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
        do throws(SettingsError) { settings = try FolderSettings(checking: bytes) } catch {
            throw .settings(file: file, error)
        }
    }
}
