package import PublishedResults
import RigidCalibration

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
