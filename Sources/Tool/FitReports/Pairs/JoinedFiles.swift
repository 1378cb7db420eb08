package import Foundation
package import Markers
import QuadGeometry
package import RigidCalibration
import ToolMarkers
package import ToolTerminal

/// The markers of two files, joined.
package struct JoinedFiles: PairSource {
    package let old, new: Side
    /// The corners of the new markers that are meant, and whether that was stated.
    package let target: MarkerCoordinates
    let targetIsStated: Bool
    package let map: (file: String, sha256: String)?
    package let joined: JoinedMarkers
    /// The markers that follow the motion of each key, where the key was to be found.
    private let proposed: [(key: JoinKey, count: Int)]
    private let groups: GroupChoice

    /// A file of markers that is joined.
    package struct Side {
        package let file: String
        package let sha256: String
        package let list: ObservationList

        /// Reads a file, or standard input where the name is `-`.
        package init(reading file: String, _ coordinates: MarkerCoordinates, of sessions: Set<UUID>)
            throws(Failure)
        {
            try self.init(Input.open(file), coordinates, of: sessions)
        }

        /// A document under a name.
        package init(_ file: String, _ bytes: [UInt8], _ coordinates: MarkerCoordinates) throws(Failure) {
            do throws(JSONError) { list = try ObservationList(ByteSource(bytes), coordinates) } catch {
                throw .json(file: file, error)
            }
            (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
        }

        private init(
            _ input: InputFile, _ coordinates: MarkerCoordinates, of sessions: Set<UUID>
        ) throws(Failure) {
            try input.requireMarkers()
            let chosen = sessions.isEmpty ? nil : sessions
            list = try input.read { (input) throws(JSONError) in
                try ObservationList(input.source(isDigested: true), coordinates, of: chosen)
            }
            (file, sha256) = (input.name, input.sha256 ?? "")
        }
    }

    package init(
        reading files: [String], _ options: FitOptions, beside others: JoinedMarkers? = nil
    ) throws(Failure) {
        try self.init(
            Side(reading: files[0], .raw, of: options.oldSessions),
            Side(reading: files[1], options.target ?? .raw, of: options.newSessions), options, beside: others)
    }

    package init(
        _ old: Side, _ new: Side, _ options: FitOptions, beside others: JoinedMarkers? = nil,
        doubted: Set<UUID> = []
    ) throws(Failure) {
        (self.old, self.new, groups) = (old, new, options.groups)
        (target, targetIsStated) = (options.target ?? .raw, options.target != nil)
        if !targetIsStated, new.list.calibratedCount > 0 {
            throw .unstatedTarget(file: new.file, count: new.list.calibratedCount)
        }
        // Of markers to check none is left out.
        let exclusions = MarkerExclusions(others == nil ? options.exclusions : [])
        let unknown = exclusions.unknown(among: old.list.observations + new.list.observations)
        if let name = unknown.first {
            throw .badValue(
                option: "--exclude", value: name,
                BadValue(
                    expected: "labels or ids of markers in \(fileLabel(old.file)) or \(fileLabel(new.file))"))
        }
        // Motions are listed by geometry, and it says clearly what a file without markers lacks.
        let isOpen = others == nil && options.motionChoice == nil
        if options.join == .auto, isOpen, !old.list.observations.isEmpty, !new.list.observations.isEmpty {
            let proposal = try JoinedFiles.proposal(old, new, options, exclusions, doubted)
            (joined, proposed, map) = (proposal.way.joined, proposal.followers, nil)
            return
        }
        proposed = []
        let key: JoinKey
        switch options.join {
        case .map(let file):
            let bytes = try Input.bytes(of: file)
            do throws(IdentifierMapError) { key = .map(try IdentifierMap(bytes)) } catch {
                throw .identifierMap(file: file, error)
            }
            map = (file, SHA256.hex(of: bytes[...]))
        case .anchor: (key, map) = (.anchor, nil)
        case .geometry: (key, map) = (.geometry, nil)
        case .auto: (key, map) = (others?.join.key ?? .geometry, nil)
        case .label, .rows, .origins, .poses, nil: (key, map) = (.label, nil)
        }
        let join = MarkerJoin(
            old.list.observations, new.list.observations, by: key, excluding: exclusions
        ).leavingOut(doubted: doubted)
        do throws(RigidFitError) {
            joined = try JoinedMarkers(
                join, isRobust: options.isRobust, bound: options.bound, options: options.calibration,
                choice: others == nil ? options.motionChoice : nil, beside: others)
        } catch {
            throw JoinedFiles.refused(error, file: old.file, join.matches.map { join.old[$0.old] })
        }
        guard !joined.matches.isEmpty else {
            let placed = try? JoinProposal(join.old, join.new, placingAtMost: JoinProposal.mostOfMoment).way
            let reasons =
                [summary] + notes.map { "\(fileLabel($0.file)): \($0.text)" }
                + (placed.map { ["--join \($0.key.word) pairs \(counted($0.followers, "marker"))"] } ?? [])
            throw .noPartners(old: old.file, new: new.file, reasons.joined(separator: "; "))
        }
    }

    private static func refused(
        _ error: RigidFitError, file: String, _ matched: [MarkerObservation]
    ) -> Failure {
        .refused(
            FitRefusal(
                error: error, file: file,
                ids: matched.flatMap { marker in (1...4).map { "\(marker.name).p\($0)" } },
                lines: matched.flatMap { [Int](repeating: $0.place.line, count: 4) }))
    }

    /// The key that fits best.
    private static func proposal(
        _ old: Side, _ new: Side, _ options: FitOptions, _ exclusions: MarkerExclusions,
        _ doubted: Set<UUID>
    ) throws(Failure) -> JoinProposal {
        do throws(JoinProposal.Refusal) {
            return try JoinProposal(
                old.list.observations, new.list.observations, excluding: exclusions,
                doubted: doubted, bound: options.bound,
                options: options.calibration)
        } catch {
            switch error {
            case .noMotion(let error): throw refused(error, file: old.file, [])
            case .disagreement(let one, let other):
                throw .joinsDisagree(
                    old: old.file, new: new.file,
                    [one, other].map { ($0.key.word, MeasureText.rival($0.motion)) })
            }
        }
    }

    package var file: String { old.file }
    package var label: String { "\(fileLabel(old.file)) to \(fileLabel(new.file))" }
    package var pairs: Correspondences {
        groups == .auto ? joined.correspondences : joined.correspondences.ungrouped
    }
    package var ids: [String] { joined.correspondences.ids ?? [] }
    package var groupNames: [String]? { groups == .auto ? joined.matches.map(\.name) : nil }

    package var lines: [Int] {
        joined.matches.flatMap { [Int](repeating: joined.join.old[$0.old].place.line, count: 4) }
    }

    package var times: [Double?]? {
        let times = joined.matches.map { joined.join.old[$0.old].created?.timeIntervalSince1970 }
        guard times.contains(where: { $0 != nil }) else { return nil }
        return times.flatMap { [Double?](repeating: $0, count: 4) }
    }
    package var namesMarkers: Bool { true }

    /// The markers of the first file that have no partner.
    var leftOut: [MarkerObservation] {
        joined.leftOut.filter { $0.side == .old }.map { joined.join.old[$0.place] }
    }

    package var facts: [(name: String, text: String)] { [("joined", summary), ("corners", targetText)] }

    /// The markers of the files that take no part.
    package var notes: [(file: String, text: String)] {
        [old, new].flatMap { one in
            let list = one.list
            return [
                list.refused.isEmpty
                    ? nil
                    : "\(counted(list.refused.count, "marker")) cannot be used: \(listed(list.refused))",
                list.passedOver > 0
                    ? "\(counted(list.passedOver, "marker")) of other sessions ignored" : nil,
            ].compactMap { $0 }.map { (one.file, $0) }
        } + unknownNotes
    }

    private var unknownNotes: [(file: String, text: String)] {
        guard let map else { return [] }
        let unknown = joined.join.unknownIdentifiers
        let words = unknown.map { "\($0.id.wireText) (\($0.side.rawValue))" }
        guard !unknown.isEmpty else { return [] }
        return [
            (
                map.file,
                "\(counted(unknown.count, "id")) that no marker has: \(listed(words))"
            )
        ]
    }

    /// The way the pairs were made, in a line.
    private var summary: String {
        let key = joined.join.key.name
        return
            "\(counted(joined.matches.count, "marker")) by \(key)\(beside), of \(sizes.old) old and \(sizes.new) new\(remainder)"
    }

    /// What the other keys would have paired, in brackets, where the key was to be found.
    var beside: String {
        let others = proposed.filter { $0.key != joined.join.key }.map { one in
            "\(one.key.name): \(one.count == 0 ? "none" : "\(one.count)")"
        }
        return others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
    }

    /// The numbers of markers, with those that cannot be used.
    var sizes: (old: Int, new: Int) {
        (joined.join.old.count + old.list.refused.count, joined.join.new.count + new.list.refused.count)
    }

    /// The markers that were not joined, and why, behind a semicolon; empty where all were.
    var remainder: String {
        let key = joined.join.key.name
        let chosen = joined.matches.count(where: \.wasChosen)
        func left(_ reason: UnjoinedMarker.Reason) -> Int { joined.leftOut.count { $0.reason == reason } }
        let refused = [old, new].map(\.list.refused), codes = refused.joined().map(\.code.rawValue)
        let parts = [
            codes.isEmpty ? nil : "\(codes.count) refused (\(wordCounts(codes)))",
            chosen > 0 && key != "geometry"
                ? "\(chosen) of them chosen among candidates with the same \(key)" : nil,
            relabelled,
            left(.excluded) > 0 ? "\(left(.excluded)) excluded" : nil,
            left(.noPartner) > 0 ? "\(left(.noPartner)) unmatched" : nil,
            left(.noKey) > 0
                ? "\(left(.noKey)) \(key == "map" ? "not in the map" : "without a \(key)")" : nil,
            left(.noneInPlace) > 0
                ? "\(left(.noneInPlace)) \(key == "geometry" ? "" : "with a repeated \(key) and ")not in place"
                : nil,
            left(.repeatedKey) > 0
                ? "\(left(.repeatedKey)) with a repeated \(key) (--robust tries all candidates)" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? "" : "; " + parts.joined(separator: ", ")
    }

    /// The pairs by geometry whose labels differ; `nil` where none do. Labels that all differ may be those of two places.
    private var relabelled: String? {
        guard joined.join.key == .geometry else { return nil }
        let labels = joined.matches.compactMap { match -> (old: String, new: String)? in
            guard let old = JoinKey.label.key(of: joined.join.old[match.old], .old),
                let new = JoinKey.label.key(of: joined.join.new[match.new], .new)
            else { return nil }
            return (old, new)
        }
        let differing = labels.count { $0.old != $0.new }
        guard differing > 0 else { return nil }
        return
            "\(differing == labels.count ? "all \(differing)" : "\(differing) of \(labels.count)") with another label"
    }

    /// The corners of the new markers that are meant, in words.
    private var targetText: String {
        targetIsStated
            ? "\(target.rawValue) corners of the new markers, as stated"
            : new.list.sameCount > 0
                ? "raw corners; the calibrated ones of the new markers are the same"
                : "raw corners; the new markers have no others"
    }
}

extension MarkerObservation {
    /// Its label, or its id where it has none.
    package var name: String { label.flatMap(JoinKey.folded) == nil ? id.wireText : label ?? "" }
}

extension JoinedFiles {
    package func tables(on screen: Screen) -> String {
        orders(on: screen) + leftOut(on: screen)
    }

    /// The order of corners in which each marker matches.
    private func orders(on screen: Screen) -> String {
        var table = TextTable(
            ["marker", "its p1, p2, p3, p4 are the new", "next order worse by mm"], words: [1])
        for match in joined.matches {
            let corners = (0..<4).map { "p\(match.order.indices[$0] + 1)" }
            table.add([
                visible(match.name), corners.joined(separator: ", "), MeasureText.millimetres(match.margin),
            ])
        }
        return "\ncorner orders\n" + table.text(on: screen)
    }

    /// Unmatched markers.
    private func leftOut(on screen: Screen) -> String {
        var table = TextTable(["file", "line", "marker", "reason"], words: [2, 3])
        let left = joined.leftOut
        guard !left.isEmpty else { return "" }
        for one in left {
            let isOld = one.side == .old
            let marker = isOld ? joined.join.old[one.place] : joined.join.new[one.place]
            table.add([
                fileLabel(isOld ? old.file : new.file), "\(marker.place.line)",
                visible(marker.name), one.reason.text(joined.join.key),
            ])
        }
        return "\nunmatched markers\n" + table.text(on: screen)
    }
}
