import Foundation
import Markers

/// A file of laser-guide anchors, of which those of one run of one session take part.
struct AnchorFile {
    /// A run of a session, whose anchors share a world.
    struct Run: Hashable, Comparable {
        let session: UUID
        let run: Int64

        static func < (a: Run, b: Run) -> Bool {
            (a.session.wireText, a.run) < (b.session.wireText, b.run)
        }
    }

    let file: String
    let sha256: String
    let run: Run
    let anchors: [(anchor: Anchor, place: MarkerPlace)]
    /// How many belong to other runs.
    let passedOver: Int
    /// What is no anchor.
    let refused: [JSONError]

    /// Reads a file, or standard input where the name is `-`.
    init(
        reading file: String, _ side: JoinSide, of sessions: Set<UUID>, run: Int64?
    ) throws(Failure) {
        try self.init(file, try Input.bytes(of: file), side, of: sessions, run: run)
    }

    /// Takes what was read; the run must be the only one that was chosen.
    init(
        _ file: String, _ bytes: [UInt8], _ side: JoinSide, of sessions: Set<UUID>, run: Int64?
    ) throws(Failure) {
        let list: AnchorList
        do throws(JSONError) { list = try AnchorList(ByteSource(bytes)) } catch {
            throw .json(file: file, error)
        }
        let all = Dictionary(grouping: list.anchors) { Run(session: $0.anchor.sessionID, run: $0.anchor.run) }
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

    private static func counts(_ runs: [Run: [some Any]]) -> [(run: Run, count: Int)] {
        runs.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
    }

    var rows: [RowAnchor] { anchors.map { RowAnchor($0.anchor) } }

    /// What was found in the file and takes no part.
    var notes: [(file: String, text: String)] {
        [
            refused.isEmpty ? nil : "\(counted(refused.count, "value")) cannot be used: \(listed(refused))",
            passedOver > 0 ? "\(counted(passedOver, "anchor")) of other runs take no part" : nil,
        ].compactMap { $0 }.map { (file, $0) }
    }

    /// The file among the inputs.
    func input(_ role: String) -> FitDocument.Input {
        var input = FitDocument.Input.Anchors()
        (input.role, input.file, input.sha256) = (role, file, sha256)
        (input.session, input.run) = (run.session.wireText, Int(run.run))
        (input.anchors, input.otherRuns) = (anchors.count, passedOver)
        input.refused = refused.map { FitDocument.Input.Refused($0) }
        return .anchors(input)
    }
}

/// Why no run's anchors were taken from a file.
enum AnchorFault {
    case severalRuns([(run: AnchorFile.Run, count: Int)], JoinSide)
    /// What cannot happen to the anchors of one run.
    case unpaired(RowPairsError)
    case none(counts: [(run: AnchorFile.Run, count: Int)], refused: [JSONError], JoinSide)

    var exitCode: ExitCode {
        switch self {
        case .severalRuns: .usage
        case .unpaired: .internalError
        case .none(let counts, _, _): counts.isEmpty ? .unreadable : .usage
        }
    }

    /// What was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .severalRuns(let runs, let side):
            "anchors of several runs, each in a world of its own: \(AnchorFault.list(runs)); choose one with "
                + "\(AnchorFault.options(side))"
        case .unpaired(let error):
            "the anchors cannot be paired (\(error.code)); this is a mistake of quadcal, please report it"
        case .none(let runs, let refused, _) where runs.isEmpty:
            "no anchor is in it"
                + (refused.isEmpty
                    ? "" : "; \(counted(refused.count, "value")) cannot be used: \(listed(refused))")
                + "; check what wrote it"
        case .none(let runs, _, let side):
            "no anchor is of the run that was chosen; there are \(AnchorFault.list(runs)): choose one with "
                + "\(AnchorFault.options(side))"
        }
    }

    private static func options(_ side: JoinSide) -> String {
        side == .old ? "--from-session ID --from-run N" : "--to-session ID --to-run N"
    }

    private static func list(_ runs: [(run: AnchorFile.Run, count: Int)]) -> String {
        listed(
            runs.map {
                "run \($0.run.run) of \($0.run.session.wireText) (\(counted($0.count, "anchor")))"
            })
    }
}
