internal import QuadGeometry
package import RigidCalibration

/// Sentences on mistakes in units and axes that explain a fit which fails.
package enum SlipText {
    /// The unit that makes targets this many times as long as sources, and the next step.
    ///
    /// Of two pairs, which have one length in common, either may be wrong as well.
    package static func unit(factor: Double, deviation: Double, pairs: Int) -> String {
        guard let slip = UnitSlip(factor: factor, deviation: deviation) else {
            if pairs == 2 {
                return
                    "no unit is of this size, so a pair is wrong or a scan is stretched. Check both pairs, and "
                    + "add a third."
            }
            return "no unit is of this size, so one of the scans is stretched. Scan again, or measure a "
                + "known length in both."
        }
        let (wrong, other) = slip.side == .target ? ("targets", "sources") : ("sources", "targets")
        return "the \(wrong) look like \(slip.unit.rawValue) where the \(other) are metres. "
            + "Convert them and fit again."
    }

    /// The axes that look wrong where a mirrored motion fits best.
    package static func mirror(_ pairs: Correspondences) -> String {
        switch MirrorSlip(pairs) {
        case .horizontal: "The sign of x or z looks wrong, or these two are swapped."
        case .upsideDown: "The sign of y looks wrong."
        case .yAndZ: "y and z look swapped (+Z up on one side)."
        case .xAndY: "x and y look swapped."
        case nil: "Check the signs and the order of x, y, z."
        }
    }
}
