/// A unit that was taken for metres on one side.
struct UnitSlip {
    let unit: String
    /// Whether the targets are in it; else the sources are.
    let isOfTargets: Bool

    /// The unit that a factor between the sides stands for; `nil` where it is none's.
    init?(factor: Double) {
        for (unit, inMetres) in UnitSlip.units {
            for isOfTargets in [true, false] {
                let expected = isOfTargets ? 1 / inMetres : inMetres
                guard (factor / expected - 1).magnitude < UnitSlip.nearness else { continue }
                (self.unit, self.isOfTargets) = (unit, isOfTargets)
                return
            }
        }
        return nil
    }

    /// What the slip is taken for, and what to do.
    var text: String {
        let (wrong, other) = isOfTargets ? ("targets", "sources") : ("sources", "targets")
        return "the \(wrong) look like \(unit) where the \(other) are metres. Convert them and fit again."
    }

    private static let units: [(String, Double)] = [
        ("millimetres", 0.001), ("centimetres", 0.01), ("inches", 0.0254), ("feet", 0.3048),
    ]
    /// Scans are longer or shorter than they should be by less than this share.
    private static let nearness = 0.01
}
