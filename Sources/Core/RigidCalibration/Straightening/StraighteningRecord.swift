/// What a straightening rests on beside its motion: from it, the same shifts are computed with the same bits.
public struct StraighteningRecord: Hashable, Sendable {
    /// The turns that the pins may change the motion by.
    public enum Turns: String, Hashable, Sendable, CaseIterable {
        case all, vertical
    }

    public var law: DriftLaw
    public var pins: [ScanPin]
    public var turns: Turns
    /// The place that turns are about, in the target frame, in metres.
    public var anchor: SIMD3<Double>
    /// What corners and gravity know of turns about x, y and z, or the vertical, and of shifts: a row for each, in inverse squares of
    /// radians and metres; and what pulls on them.
    public var information: [Double]
    public var pull: [Double]
    /// The variance of a corner beside that of its marker's middle, in square metres.
    public var corner: Double

    /// A record of these numbers, which are checked as they are used.
    public init(
        law: DriftLaw, pins: [ScanPin], turns: Turns, anchor: SIMD3<Double>, information: [Double],
        pull: [Double], corner: Double
    ) {
        (self.law, self.pins, self.turns, self.anchor) = (law, pins, turns, anchor)
        (self.information, self.pull, self.corner) = (information, pull, corner)
    }
}
