/// A unit that was taken for metres on one side.
struct UnitSlip {
    let unit: String
    /// True if the targets are in it; otherwise the sources are.
    let isOfTargets: Bool

    /// The unit that a factor between the sides implies; `nil` if there is none.
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

    /// The presumed slip, and what to do.
    var text: String {
        let (wrong, other) = isOfTargets ? ("targets", "sources") : ("sources", "targets")
        return "the \(wrong) look like \(unit) where the \(other) are metres. Convert them and fit again."
    }

    private static let units: [(String, Double)] = [
        ("millimetres", 0.001), ("centimetres", 0.01), ("inches", 0.0254), ("feet", 0.3048),
    ]
    /// The share by which the lengths of scans are wrong at most.
    private static let nearness = 0.01
}
