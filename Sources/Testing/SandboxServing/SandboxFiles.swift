import DemoScenes
import Foundation
import Markers
import MarkersSandbox
import StrictJSON
import ToolMarkers
import ToolTerminal

enum SandboxFiles {
    /// The contents of files, and of the JSON files of folders.
    static func contents(of names: [String]) throws(Failure) -> [SandboxRecord] {
        guard !names.isEmpty else { return [] }
        var all = SandboxImport(date: try RunDate.text)
        for name in names {
            for file in try files(name) {
                let bytes = try Input.bytes(of: file)
                do throws(JSONError) { try all.add(bytes) } catch { throw Failure(reading: file, error) }
            }
        }
        return all.records
    }

    /// The first commands for a demo space, each of which says what comes next.
    static func steps(in scene: DemoScene, at address: String) -> [String] {
        guard let key = (try? JSONValue(scene.space.json))?["key"]?.string else { return [] }
        let place = "--api \(address) --space \(ShellWord.quoted(key))"
        return [
            "the room was scanned three times, the last time in another frame; look at it, then move the older markers onto it:",
            "  quadcal sessions \(place)", "  quadcal recalibrate \(place)",
        ]
    }

    /// Lines that say what was imported, and what to do next; none without any.
    static func lines(on imported: [SandboxRecord], at address: String) -> [String] {
        guard !imported.isEmpty else { return [] }
        let words: [(SandboxRecord.Content, String)] = [
            (.space, "space"), (.workSession, "session"), (.marker, "marker"),
            (.referenceSet, "reference set"),
            (.anchor, "anchor"), (.laserGuide, "laser guide"),
        ]
        let counts = words.compactMap { content, word in
            let count = imported.count { $0.content == content }
            return count > 0 ? counted(count, word) : nil
        }
        let spaces = imported.filter { $0.content == .space }
        guard let space = spaces.first, let json = try? JSONValue(space.json) else {
            return ["imported \(counts.joined(separator: ", "))"]
        }
        let key = json["key"]?.string ?? space.id.uuidString.lowercased()
        return [
            "imported \(counts.joined(separator: ", "))",
            spaces.count > 1
                ? "list them with: quadcal spaces --api \(address)"
                : "list its sessions with: quadcal sessions --api \(address) --space \(ShellWord.quoted(key))",
        ]
    }

    private static func files(_ name: String) throws(Failure) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder.boolValue else {
            return [name]
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: name)) ?? []
        let read = files.filter { $0.hasSuffix(".json") && $0 != truth }.sorted()
        guard !read.isEmpty else { throw .emptyMarkers(file: name) }
        return read.map { "\(name)/\($0)" }
    }

    /// The true answers of a demo space, which no server has.
    private static let truth = "truth.json"
}
