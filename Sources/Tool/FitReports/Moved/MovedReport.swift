package import Markers
package import PublishedResults
import QuadGeometry
package import RigidCalibration
import ToolMarkers
package import ToolTerminal

/// The markers of two files that were moved, and those that stayed.
package struct MovedReport {
    package let options: MovedOptions
    package let files: JoinedFiles
    package let moved: MovedMarkers
    /// The degrees of freedom and the like are of this many markers, in the order of the pairs.
    package let names: [String]

    package init(reading files: [String], _ options: MovedOptions) throws(Failure) {
        self.options = options
        let joined = try JoinedFiles(reading: files, options.fit)
        self.files = joined
        names = joined.joined.matches.map(\.name)
        let pairs = joined.joined.correspondences
        do throws(MovedMarkersError) {
            moved = try MovedMarkers(
                pairs, options: options.fit.calibration, bound: options.fit.bound,
                falseAlarm: options.falseAlarm)
        } catch {
            throw MovedReport.refusal(error, joined)
        }
    }

    private static func refusal(_ error: MovedMarkersError, _ joined: JoinedFiles) -> Failure {
        if case .noMotion(let error) = error {
            return .refused(FitRefusal(error: error, file: joined.file, ids: joined.ids, lines: joined.lines))
        }
        return Failure(
            .unsolvable, code: error.code, file: joined.file, "\(joined.label): \(sentence(error))")
    }

    private static func sentence(_ error: MovedMarkersError) -> String {
        switch error {
        case .noMotion(let error): error.code
        case .fewStable(let found, let needed):
            "only \(counted(found, "marker")) agree on where they are, and \(needed) are needed to tell which one was moved: "
                + "add markers that stayed"
        case .manyMoved(let moved, let count):
            "\(moved) of \(counted(count, "marker")) do not go with the others: that is as likely a second motion as a movement, and "
                + "nobody can tell which of the two stayed; join only markers that are known to have stayed, or compare each part by "
                + "itself"
        case .unknownNoise:
            "too few markers show how large their errors are: add markers, or state --noise-mm and --marker-noise-mm"
        case .nothingSeen(let hidden):
            "no marker stands out, but "
                + (hidden.map { "one that was shifted by \(MeasureText.length($0)) might not either" }
                    ?? "in some direction none would, however far it was moved")
                + ": these scans cannot tell; add markers that stayed, or state --noise-mm and --marker-noise-mm"
        case .notSettled:
            "no set of markers agrees with itself: each that is left out brings another one back; add markers, or state "
                + "--noise-mm and --marker-noise-mm"
        }
    }

    /// Whether some marker was moved or turned.
    package var verdict: Verdict {
        if !moved.moved.isEmpty { return .fail }
        guard !moved.unchecked.isEmpty || !doubts.isEmpty else { return .pass }
        return options.failsOn == .warning ? .fail : .warn
    }

    /// What may have moved even so, where none was seen to.
    var doubts: [MovedCode] {
        guard moved.moved.isEmpty else { return [] }
        return [
            unpaired != nil ? .unpaired : nil, isIncongruent ? .incongruent : nil,
            isBlurred && moved.hidden != nil ? .blurred : nil,
        ].compactMap { $0 }
    }

    /// Whether all markers together differ by more than the stated errors explain.
    private var isIncongruent: Bool { moved.congruence.map { $0 < options.falseAlarm } ?? false }

    /// Whether shifts are not found that people see with the naked eye.
    private var isBlurred: Bool { moved.hidden.map { $0.size > MovedReport.mostUnnoticed } ?? true }

    /// The length in metres of a shift that should not go unnoticed.
    private static let mostUnnoticed = 0.1

    /// The numbers of old and of new markers that were not paired because they are not in place, which may be the same ones, moved.
    var unpaired: (old: Int, new: Int)? {
        let left = files.joined.leftOut.filter { $0.reason == .noneInPlace }
        let olds = left.count { $0.side == .old }
        return olds > 0 && olds < left.count ? (olds, left.count - olds) : nil
    }

    package var exitCode: ExitCode { verdict == .fail && options.failsOn != .never ? .findings : .good }

    /// The group that a marker was moved with, by its place; `nil` where it was moved by itself.
    func group(of marker: Int) -> Int? { moved.groups.firstIndex { $0.markers.contains(marker) } }

    /// The markers that were compared, in the new scan, in the order of the pairs.
    var newQuads: [Quad] { files.joined.matches.map { files.joined.join.new[$0.new].quad } }

    /// The line that a marker begins in, in the new file.
    func line(of marker: Int) -> Int { files.joined.join.new[files.joined.matches[marker].new].place.line }
}

/// What is asked of `quadcal moved`.
package struct MovedOptions: Sendable {
    /// How the markers are paired, and what is known of their errors.
    package var fit: FitOptions
    /// The share of scans without movement in which some marker is called moved.
    package var falseAlarm = MovedMarkers.usualFalseAlarm
    package var failsOn = FailureLevel.error
    package var isJSON = false
    /// The form for another program, instead of text.
    package var published: PublishedForm?
    /// Where the page is written; none unless asked for.
    package var reportFile: String?
    package var replacesFile = false
    package var loudness = Loudness.normal

    package init() {
        fit = FitOptions()
        // A marker that was moved is a pair that does not follow.
        fit.isRobust = true
    }
}

/// A code of `quadcal moved`, whose meaning never changes.
package enum MovedCode: String, CaseIterable, Sendable {
    case moved = "MARKER_MOVED"
    case turned = "MARKER_TURNED"
    case mistaken = "CORNER_MISTAKEN"
    case unchecked = "MARKER_UNCHECKED"
    case unpaired = "MARKERS_UNPAIRED"
    case blurred = "SHIFT_UNNOTICED"
    case incongruent = "SCANS_INCONGRUENT"

    init(_ one: MarkerMovement) {
        self = one.mistakenCorner != nil ? .mistaken : one.isShifted ? .moved : .turned
    }

    /// The meaning, and what to do about it.
    package var guide: CodeGuide {
        MovedCode.guides[rawValue] ?? CodeGuide(severity: "", summary: "", meaning: "", fix: "")
    }

    private static let guides = CodeTable(
        """
        MARKER_MOVED error: a marker is not where the others say, by more than errors explain
        Somebody moved it, or what it is on; or it was placed wrongly in one of the two scans. What all markers have in
        common is not seen.
        > find out what happened to it, and leave it out of what is recalibrated, or place it again.

        MARKER_TURNED error: a marker stayed in place and was turned about its middle
        Its corners are turned by more than those of the other markers, as of a label that was put up askew.
        > find out what happened to it, or place its corners again.

        CORNER_MISTAKEN error: one corner of a marker is not where the other three say
        It was placed wrongly in one of the two scans; the marker need not have moved.
        > place the corner again.

        MARKER_UNCHECKED warning: no other marker checks it, so nobody knows whether it was moved
        The others leave open where it should be.
        > add markers near it.

        MARKERS_UNPAIRED warning: markers of both scans are not paired, and may be the same ones, moved
        A join by geometry, or by a label that several have, pairs markers by where they are, and so loses those that moved.
        > give markers labels of their own, and join by label or anchor.

        SHIFT_UNNOTICED warning: a shift of more than 10 cm may go unnoticed
        The errors of the scans, or too few markers, leave that much open.
        > add markers, or state --noise-mm and --marker-noise-mm.

        SCANS_INCONGRUENT warning: all markers together differ by more than the stated errors explain, though none stands out
        Several moved a little, the scan bends, or the stated errors are too small.
        > look at the report from above, or leave out --noise-mm and --marker-noise-mm: the errors are learned from the markers then.
        """)
}
