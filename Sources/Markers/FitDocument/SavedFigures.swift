internal import QuadGeometry

extension SavedEvidence {
    /// How good a fit is, in numbers; lengths in metres.
    public struct Figures: Hashable, Sendable {
        public let rms, median, p95, largest: Double
        public let leaveOneOutRMS: Double?
        public let freedom: Double
        public let noise: Double?
        public let noiseIsEstimated: Bool
        public let chiSquare, chiSquareProbability: Double?
        /// What an error stays within in 95 of 100 cases.
        public let errorAtFiveMetres, errorAtWorstPair, errorAtWorstPoint: Double?
        /// How well turns about three axes are known, worst first; none without turns or noise.
        public let strength: [Strength]
        public let scale: Scale?
        public let trend: Trend?
        /// The same pairs under all models that they allow, the chosen one first.
        public let comparison: [Comparison]
        public let digits: Double
        public let solver: String

        init(_ evidence: SavedMembers) throws(SavedFitError) {
            (rms, median) = (try evidence.number("rms"), try evidence.number("median"))
            (p95, largest) = (try evidence.number("p95"), try evidence.number("largest"))
            leaveOneOutRMS = try evidence.number(ifAny: "leaveOneOutRMS")
            freedom = try evidence.number("freedom")
            noise = try evidence.number(ifAny: "noise")
            noiseIsEstimated = try evidence.flag("noiseIsEstimated")
            chiSquare = try evidence.number(ifAny: "chiSquare")
            chiSquareProbability = try evidence.number(ifAny: "chiSquareProbability")
            let errors = try evidence.object("error95")
            errorAtFiveMetres = try errors.number(ifAny: "atFiveMetres")
            errorAtWorstPair = try errors.number(ifAny: "atWorstPair")
            errorAtWorstPoint = try errors.number(ifAny: "atWorstPoint")
            strength = try evidence.elements(ifAny: "strength").map { (value) throws(SavedFitError) in
                let one = try SavedMembers(value)
                return Strength(axis: try one.point("axis"), deviation: try one.number("deviationRadians"))
            }
            scale = try evidence.optional("scale").map { (scale) throws(SavedFitError) in
                Scale(factor: try scale.number("factor"), deviation: try scale.number(ifAny: "deviation"))
            }
            trend = try evidence.optional("trend").map(Trend.init)
            comparison = try evidence.elements("comparison").map { (value) throws(SavedFitError) in
                try Comparison(SavedMembers(value))
            }
            (digits, solver) = (try evidence.number("digits"), try evidence.text("solver"))
        }
    }

    /// How well the turn about an axis of the target frame is known.
    public struct Strength: Hashable, Sendable {
        public let axis: SIMD3<Double>
        /// In radians.
        public let deviation: Double
    }

    /// How many times longer the targets are than the sources.
    public struct Scale: Hashable, Sendable {
        public let factor: Double
        public let deviation: Double?
    }

    /// How residuals follow their place along the scene; lengths in metres.
    public struct Trend: Hashable, Sendable {
        public let axis: SIMD3<Double>
        public let length, rms, peakToPeak, rest: Double
        public let isDrift: Bool

        init(_ trend: SavedMembers) throws(SavedFitError) {
            (axis, length) = (try trend.point("axis"), try trend.number("length"))
            (rms, peakToPeak) = (try trend.number("rms"), try trend.number("peakToPeak"))
            (rest, isDrift) = (try trend.number("rest"), try trend.flag("isDrift"))
        }
    }

    /// How one model does on the pairs; lengths in metres, angles in degrees.
    public struct Comparison: Hashable, Sendable {
        public let model: String
        public let rms: Double
        public let leaveOneOutRMS: Double?
        public let turn, tilt: Double
        /// The error to expect in 95 of 100 cases where it is worst.
        public let worstError: Double?

        init(_ model: SavedMembers) throws(SavedFitError) {
            (self.model, rms) = (try model.text("model"), try model.number("rms"))
            leaveOneOutRMS = try model.number(ifAny: "leaveOneOutRMS")
            (turn, tilt) = (try model.number("turnDegrees"), try model.number("tiltDegrees"))
            worstError = try model.number(ifAny: "worstError95")
        }
    }
}
