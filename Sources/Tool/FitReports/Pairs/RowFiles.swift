package import Foundation
package import Markers
package import RigidCalibration
package import ToolMarkers
package import ToolTerminal

/// Anchors of a run, paired row by row with those of another or with the grid of the laser guide.
package struct RowFiles: PairSource {
    package let old: AnchorFile
    package let new: Partner
    package let rows: RowPairs

    /// The side that is reached.
    package enum Partner {
        case run(AnchorFile)
        case guide(GuideFile)
    }

    package init(reading files: [String], _ partners: RowPartners, _ options: FitOptions) throws(Failure) {
        let old = try AnchorFile(reading: files[0], .old, of: options.oldSessions, run: options.oldRun)
        switch partners {
        case .runs:
            let new = try AnchorFile(reading: files[1], .new, of: options.newSessions, run: options.newRun)
            try self.init(old, .run(new))
        case .grid: try self.init(old, .guide(try GuideFile(reading: files[1], options.dots)))
        }
    }

    /// Pairs what was read.
    package init(_ old: AnchorFile, _ new: Partner) throws(Failure) {
        (self.old, self.new) = (old, new)
        do throws(RowPairsError) {
            switch new {
            case .run(let file): rows = try RowPairs(old.rows, file.rows)
            case .guide(let file): rows = try RowPairs(old.rows, grid: file.guide.grid, dots: file.dots)
            }
        } catch .pairs(let error, let places) {
            let anchors = old.anchors
            throw .refused(
                FitRefusal(
                    error: error, file: old.file,
                    ids: places.map { RowFiles.name(anchors[$0].anchor.localZ) },
                    lines: places.map { anchors[$0].place.line }))
        } catch {
            throw .anchors(file: old.file, .unpaired(error))
        }
        guard !rows.matches.isEmpty else { throw .noCommonRow(old: old.file, new: newFile, summary) }
    }

    package var file: String { old.file }
    package var label: String { "\(fileLabel(old.file)) to \(fileLabel(newFile))" }
    package var pairs: Correspondences { rows.correspondences }
    package var ids: [String] { rows.correspondences.ids ?? [] }
    package var lines: [Int] { rows.matches.map { old.anchors[$0.old].place.line } }

    private var newFile: String {
        switch new {
        case .run(let file): file.file
        case .guide(let file): file.file
        }
    }

    package var notes: [(file: String, text: String)] {
        let own = old.notes
        let world =
            "anchors are in the world of the app's run: the motion is right only for markers that are in it, too"
        switch new {
        case .run(let file): return own + file.notes + [(old.file, world)]
        case .guide(let file):
            guard rows.ignoredRows > 0 else { return own + [(old.file, world)] }
            let ignored = "\(counted(rows.ignoredRows, "row")) of the grid without a segment"
            return own + [(file.file, ignored), (old.file, world)]
        }
    }

    package var facts: [(name: String, text: String)] {
        guard case .guide(let file) = new else { return [("joined", summary)] }
        return [("joined", summary), ("dots", file.dotsText)]
    }

    /// The way the pairs were made, in a line.
    private var summary: String {
        let (seen, left) = (rows.matches.count, rows.leftOut)
        func count(_ side: JoinSide) -> Int { left.count { $0.side == side } }
        let there =
            switch new {
            case .run: "in the other run"
            case .guide: "in the grid"
            }
        return
            "\(counted(seen, "row")), of \(old.anchors.count) of the run and \(seen + count(.new)) \(there)"
    }

    package func tables(on screen: Screen) -> String {
        let left = rows.leftOut
        guard !left.isEmpty else { return "" }
        var table = TextTable(["file", "at", "row", "reason"], words: [1, 3])
        for one in left {
            let row = place(of: one)
            table.add([
                fileLabel(one.side == .old ? old.file : newFile), visible(row.at),
                MeasureText.shortest(row.z),
                one.rowReason,
            ])
        }
        return "\nunmatched rows\n" + table.text(on: screen)
    }

    package var inputs: [FitDocument.Input] {
        switch new {
        case .run(let file): [old.input("old"), file.input("new")]
        case .guide(let file): [old.input("old"), file.input(ignoredRows: rows.ignoredRows)]
        }
    }

    package func describe(in document: inout FitDocument) {
        var own = FitDocument.Rows()
        own.tolerance = RowPairs.usualTolerance
        own.pairs = rows.matches.map { match in
            var pair = FitDocument.Rows.Pair()
            pair.old = old.anchors[match.old].anchor.id.wireText
            switch new {
            case .run(let file):
                let anchor = file.anchors[match.new].anchor
                (pair.new, pair.row) = (anchor.id.wireText, anchor.localZ)
            case .guide(let file):
                (pair.new, pair.row) = ("/grid/\(match.new)", file.guide.grid[match.new].z)
            }
            return pair
        }
        own.leftOut = rows.leftOut.map { one in
            var row = FitDocument.Rows.LeftOut()
            (row.at, row.row) = place(of: one)
            (row.side, row.reason, row.sentence) = (one.side, one.reason.rawValue, one.rowReason)
            return row
        }
        document.rows = own
    }

    /// The place in its file of a row that was left out, and along the guide.
    private func place(of row: UnjoinedMarker) -> (at: String, z: Double) {
        let anchors: AnchorFile
        switch (row.side, new) {
        case (.old, _): anchors = old
        case (.new, .run(let file)): anchors = file
        case (.new, .guide(let file)): return ("/grid/\(row.place)", file.guide.grid[row.place].z)
        }
        return ("line \(anchors.anchors[row.place].place.line)", anchors.anchors[row.place].anchor.localZ)
    }

    private static func name(_ z: Double) -> String { "row \(z)" }
}

extension UnjoinedMarker {
    /// The reason why a row has no pair, in words.
    fileprivate var rowReason: String {
        reason == .noPartner ? "the other side has no such row" : "another is at the same place"
    }
}

/// A file of a space's laser guide.
package struct GuideFile {
    package let file: String
    package let sha256: String
    package let guide: LaserGuide
    /// The places of the dots of rows beside the axis, and whether they are stated.
    package let dots: GridRow.Dot
    let dotsAreStated: Bool

    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ dots: GridRow.Dot?) throws(Failure) {
        try self.init(file, try Input.bytes(of: file), dots)
    }

    /// Takes what was read.
    package init(_ file: String, _ bytes: [UInt8], _ dots: GridRow.Dot?) throws(Failure) {
        do throws(JSONError) { guide = try LaserGuide(try JSONValue(bytes)) } catch {
            throw .json(file: file, error)
        }
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
        (self.dots, dotsAreStated) = (dots ?? .asDrawn, dots != nil)
        let beside = guide.grid.count { $0.hasSegment && $0.dot(.asDrawn) != $0.dot(.asTheAppSnaps) }
        guard dotsAreStated || beside == 0 else { throw .unstatedDots(file: file, count: beside) }
    }

    /// The places of the dots, in words.
    var dotsText: String {
        guard dotsAreStated else { return "on the guide's axis, all of them" }
        return dots == .asDrawn
            ? "(x, 0, z) as drawn" : "on the axis, as far out as the row, as the app snaps"
    }

    /// The file among the inputs, of which so many rows have no segment.
    package func input(ignoredRows: Int) -> FitDocument.Input {
        var input = FitDocument.Input.Guide()
        (input.file, input.sha256, input.space) = (file, sha256, guide.spaceID.text)
        (input.rows, input.ignoredRows) = (guide.grid.count, ignoredRows)
        (input.dots, input.dotsAreStated) = (dots, dotsAreStated)
        return .guide(input)
    }
}

/// A file of laser-guide anchors, of which those of one run of one session take part.
package struct AnchorFile {
    package let file: String
    package let sha256: String
    package let run: AnchorRun
    package let anchors: [(anchor: Anchor, place: MarkerPlace)]
    /// The number of values that belong to other runs.
    let passedOver: Int
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

    package func input(_ role: String) -> FitDocument.Input {
        var input = FitDocument.Input.Anchors()
        (input.role, input.file, input.sha256) = (role, file, sha256)
        (input.session, input.run) = (run.session.wireText, Int(run.run))
        (input.anchors, input.otherRuns) = (anchors.count, passedOver)
        input.refused = refused.map { FitDocument.Input.Refused($0) }
        return .anchors(input)
    }
}
