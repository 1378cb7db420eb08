import DemoScenes
import Foundation
import MarkersSandbox
import ToolTerminal

/// A demo space as a server has it, and as files.
enum DemoFiles {
    /// Everything that the scene's server has, without the true values.
    static func contents(_ scene: DemoScene) -> [SandboxRecord] {
        let parts: [(SandboxRecord.Content, [DemoRecord])] = [
            (.space, [scene.space]), (.workSession, scene.sessions), (.marker, scene.markers),
            (.referenceSet, [scene.referenceSet]), (.anchor, scene.oldAnchors + scene.newAnchors),
            (.laserGuide, [scene.laserGuide]),
        ]
        return parts.flatMap { content, records in
            records.map { SandboxRecord(content, id: $0.id, owner: $0.owner, json: $0.json) }
        }
    }

    /// Writes made-up files into a folder, which is created if it does not exist.
    static func write(
        _ files: [(name: String, bytes: [UInt8])], to folder: String, replaces: Bool
    ) throws(Failure) {
        let option = "--demo-files"
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw .outputRefused(option: option, file: folder, errno: errno)
        }
        let files = files.map { ("\(folder)/\($0.name)", $0.bytes) }
        for (file, _) in files { try OutputFile.requireFree(file, replaces: replaces, for: option) }
        for (file, bytes) in files { try OutputFile.write(bytes, to: file, replaces: replaces, for: option) }
    }
}
