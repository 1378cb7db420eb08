package import Foundation
package import Markers
package import ToolMarkers
package import ToolTerminal

/// A file of laser-guide anchors, of which those of one run of one session take part.
package struct AnchorFile {
    package let file: String
    package let sha256: String
    package let run: AnchorRun
    package let anchors: [(anchor: Anchor, place: MarkerPlace)]
    /// The number of values that belong to other runs.
    let passedOver: Int
    /// The values that are not anchors.
    package let refused: [JSONError]

    /// Reads a file, or standard input where the name is `-`.
    package init(
        reading file: String, _ side: JoinSide, of sessions: Set<UUID>, run: Int64?
    ) throws(Failure) {
        try self.init(file, try Input.bytes(of: file), side, of: sessions, run: run)
    }

    /// Takes what was read; the run must be the only one that was chosen.
    package init(
        _ file: String, _ bytes: [UInt8], _ side: JoinSide, of sessions: Set<UUID>, run: Int64?
    ) throws(Failure) {
        let list: AnchorList
        do throws(JSONError) { list = try AnchorList(ByteSource(bytes)) } catch {
            throw .json(file: file, error)
        }
        let all = Dictionary(grouping: list.anchors) {
            AnchorRun(session: $0.anchor.sessionID, run: $0.anchor.run)
        }
        let chosen = all.filter { key, _ in
            (sessions.isEmpty || sessions.contains(key.session)) && (run ?? key.run) == key.run
        }
        guard let only = chosen.first else {
            throw .anchors(file: file, .none(counts: AnchorFile.counts(all), refused: list.refused, side))
        }
        guard chosen.count == 1 else {
            throw .anchors(file: file, .severalRuns(AnchorFile.counts(chosen), side))
        }
        (self.file, sha256, self.run) = (file, SHA256.hex(of: bytes[...]), only.key)
        (anchors, refused) = (only.value, list.refused)
        passedOver = list.anchors.count - only.value.count
    }

    private static func counts(_ runs: [AnchorRun: [some Any]]) -> [(run: AnchorRun, count: Int)] {
        runs.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
    }

    package var rows: [RowAnchor] { anchors.map { RowAnchor($0.anchor) } }

    /// The values of the file that take no part.
    package var notes: [(file: String, text: String)] {
        [
            refused.isEmpty ? nil : "\(counted(refused.count, "value")) cannot be used: \(listed(refused))",
            passedOver > 0 ? "\(counted(passedOver, "anchor")) of other runs ignored" : nil,
        ].compactMap { $0 }.map { (file, $0) }
    }

    /// The file among the inputs.
    package func input(_ role: String) -> FitDocument.Input {
        var input = FitDocument.Input.Anchors()
        (input.role, input.file, input.sha256) = (role, file, sha256)
        (input.session, input.run) = (run.session.wireText, Int(run.run))
        (input.anchors, input.otherRuns) = (anchors.count, passedOver)
        input.refused = refused.map { FitDocument.Input.Refused($0) }
        return .anchors(input)
    }
}
