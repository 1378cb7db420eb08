import BenchRecords
import Foundation

/// A side of a comparison: a saved run, or a bench that can be run.
enum CompareSide {
    /// A `quadbench`, and the folder that it measures in.
    struct Program {
        let executable: String
        var folder: String?
    }

    case saved(RunRecord)
    case program(Program)

    /// The side that a word names: an executable, a file of a run, or a git reference, which is then built.
    init(naming word: String) throws {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: word, isDirectory: &isFolder), !isFolder.boolValue else {
            self = .program(try CompareSide.build(word))
            return
        }
        if files.isExecutableFile(atPath: word) {
            self = .program(Program(executable: URL(fileURLWithPath: word).path))
        } else {
            self = .saved(try RunRecord(file: word))
        }
    }

    /// The bench of a git reference, built in a folder of its own, or as it was built there before.
    private static func build(_ reference: String) throws -> Program {
        let commit = try git(["rev-parse", "--verify", "--quiet", reference + "^{commit}"], reference)
        let root = try git(["rev-parse", "--show-toplevel"], reference)
        let folder = "\(root)/.build/compare/\(commit.prefix(12))"
        if !FileManager.default.fileExists(atPath: folder) {
            _ = try git(["worktree", "add", "--detach", "--force", folder, commit], reference)
        }
        RunCommand.say("building \(reference) in .build/compare/\(commit.prefix(12))")
        _ = try PeerProcess.output(
            of: "swift build -c release --package-path Benchmarks --scratch-path .build --product quadbench",
            in: folder)
        return Program(executable: "\(folder)/.build/release/quadbench", folder: folder)
    }

    private static func git(_ arguments: [String], _ reference: String) throws -> String {
        do {
            let data = try PeerProcess.output(of: (["git"] + arguments).joined(separator: " "), in: nil)
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw BenchError.badFile(reference, "neither a file nor a git reference that can be checked out")
        }
    }
}
