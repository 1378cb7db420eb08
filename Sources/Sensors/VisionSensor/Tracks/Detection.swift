/// An object of a reply that has a place: its box, its distance, and the sizes that the phone states.
public struct Detection: Hashable, Sendable {
    public let label: String
    /// 0 to 1.
    public let confidence: Double
    public let box: PixelBox
    /// In metres.
    public let distance: Double
    /// In metres; `nil` where the phone states none.
    public let realWidth, realHeight: Double?

    /// The detection; `nil` unless the distance is finite and above zero and the confidence lies in 0...1.
    public init?(
        label: String, confidence: Double, box: PixelBox, distance: Double, realWidth: Double? = nil,
        realHeight: Double? = nil
    ) {
        guard distance.isFinite, distance > 0, (0...1).contains(confidence) else { return nil }
        (self.label, self.confidence, self.box) = (label, confidence, box)
        (self.distance, self.realWidth, self.realHeight) = (distance, realWidth, realHeight)
    }
}
