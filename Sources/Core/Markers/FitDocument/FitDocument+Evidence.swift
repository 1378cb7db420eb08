internal import StrictJSON

extension FitDocument {
    /// The quality of a fit in numbers; lengths in metres.
    public struct Evidence: Hashable, Sendable {
        public var rms = 0.0, median = 0.0, p95 = 0.0, largest = 0.0
        public var leaveOneOutRMS: Double?
        public var freedom = 0.0
        public var noise: Double?
        public var noiseIsEstimated = false
        /// The errors of markers and corners, told apart; `nil` if they are not known, or if an earlier version wrote the document.
        public var errors: Errors?
        public var chiSquare, chiSquareProbability: Double?
        public var singularValues: SIMD3<Double>?
        /// The strength of turns about three axes, weakest first; `nil` without turns or noise.
        public var strength: [Strength]?
        package var covariance: Covariance?
        public var error95 = ExpectedError()
        public var scale: Scale?
        public var tiltDegrees = 0.0
        public var trend: Trend?
        /// The same pairs under all models that they allow, the chosen one first.
        public var comparison: [Comparison] = []
        public var digits = 0.0
        public var solver = ""

        package init() {}

        /// The strength of the turn about an axis of the target frame.
        public struct Strength: Hashable, Sendable {
            public var axis = SIMD3<Double>.zero
            /// In radians.
            public var deviation = 0.0

            package init() {}
        }

        /// The covariance of the motion: see `MotionCovariance`.
        package struct Covariance: Hashable, Sendable {
            package var anchor = SIMD3<Double>.zero
            package var order = Covariance.order
            package var matrix: [[Double]] = [], estimated: [[Double]] = []
            package var commonError: [Double] = []
            package var freedom: Double?
            /// The drift of the scan; `nil` if none was reckoned with, or if an earlier version wrote the document.
            package var drift: Drift?
            /// The mean square difference of the scans' scales; `nil` if an earlier version wrote the document.
            package var growth: Double?

            static let order = ["turnX", "turnY", "turnZ", "shiftX", "shiftY", "shiftZ"]

            package init() {}
        }

        /// The drift of the scan as a part of the covariance: see `ScanDrift`.
        package struct Drift: Hashable, Sendable {
            package var variance = 0.0, reach = 0.0
            /// Not in older documents.
            package var bend: Double?
            package var centers: [SIMD3<Double>] = []
            package var shares: [[Double]] = []

            package init() {}
        }

        /// The errors of pairs: see `PairErrors`; deviations of one coordinate, both scans together.
        public struct Errors: Hashable, Sendable {
            public var marker: Double?
            public var corner = 0.0
            public var isAssumed = false
            public var driftAtTenMetres: Double?
            public var freedom: Double?

            package init() {}
        }

        /// The 95 % errors at some places.
        public struct ExpectedError: Hashable, Sendable {
            public var atFiveMetres, atWorstPair, atWorstPoint: Double?

            package init() {}
        }

        /// The ratio of target lengths to source lengths.
        public struct Scale: Hashable, Sendable {
            public var factor = 1.0
            public var deviation: Double?
            public var probability = 1.0

            package init() {}
        }

        /// The trend of residuals along the scene.
        public struct Trend: Hashable, Sendable {
            public var axis = SIMD3<Double>.zero
            public var length = 0.0, rms = 0.0, peakToPeak = 0.0, rest = 0.0
            public var probability = 1.0
            public var isDrift = false

            package init() {}
        }

        /// The result of one model on the pairs; angles in degrees.
        public struct Comparison: Hashable, Sendable {
            public var model = ""
            public var rms = 0.0
            public var leaveOneOutRMS: Double?
            public var turn = 0.0, tilt = 0.0
            public var worstError: Double?

            package init() {}
        }
    }
}

extension FitDocument.Evidence: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence>] = [
        .always("rms", \.rms, "The root mean square of the residuals."),
        .always("median", \.median, "The median length of a residual."),
        .always("p95", \.p95, "What 95 of 100 residuals are within."),
        .always("largest", \.largest, "The longest residual."),
        .always(
            "leaveOneOutRMS", \.leaveOneOutRMS, "The same where each pair is predicted by the others."),
        .always("freedom", \.freedom, "How many numbers more than needed the pairs have."),
        .always("noise", \.noise, "The deviation of a coordinate of a residual."),
        .sometimes("errors", \.errors, "The errors of markers and of their corners."),
        .always("noiseIsEstimated", \.noiseIsEstimated, "Whether that comes from the residuals."),
        .always("chiSquare", \.chiSquare, "The sum of the squares of the standardised residuals."),
        .always(
            "chiSquareProbability", \.chiSquareProbability, "How likely chance makes it that large."),
        .always("singularValues", \.singularValues, "Those of the covariance between the sides."),
        .always("strength", \.strength, "How well the turn is fixed about each axis."),
        .always("covariance", \.covariance, "How the motion is off, in turn and shift."),
        .always("error95", \.error95, "What the error stays within in 95 of 100 cases."),
        .always("scale", \.scale, "What the pairs say of the scale."),
        .always("tiltDegrees", \.tiltDegrees, "How far the vertical leans."),
        .always("trend", \.trend, "How residuals go with the place along the scene."),
        .always("comparison", \.comparison, "What other models would give."),
        .always("digits", \.digits, "How many digits of the rotation the data fix."),
        .always("solver", \.solver, "What solved it."),
    ]
}

extension FitDocument.Evidence.Strength: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Strength>] = [
        .always("axis", \.axis, "The axis."),
        .always("deviationRadians", \.deviation, "The deviation of the turn about it."),
    ]
}

extension FitDocument.Evidence.Covariance: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Covariance>] = [
        .always("anchor", \.anchor, "The point, in the target frame, that turns are about."),
        .always("order", \.order, "What the rows and columns are.", count: 6, of: .word(order)),
        .always("matrix", \.matrix, "The covariance, row by row.", count: 6, of: row),
        .always(
            "estimated", \.estimated, "The same before what is common to all points was added.", count: 6,
            of: row),
        .always("commonError", \.commonError, "What all points share: xx, xy, xz, yy, yz, zz.", count: 6),
        .always("freedom", \.freedom, "What the noise was estimated from; null where it was stated."),
        .sometimes("drift", \.drift, "How errors of places differ the more the farther they are apart."),
        .sometimes("growth", \.growth, "The mean square by which the scales of the scans may differ."),
    ]

    private static let row = Schema.array(.number, count: 6)
}

extension FitDocument.Evidence.Drift: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Drift>] = [
        .always("variance", \.variance, "Half the mean square difference of places a metre apart."),
        .always("reach", \.reach, "How far the markers reach from the anchor."),
        .sometimes(
            "bend", \.bend,
            "The error a metre beyond that by a bend that does not show; it grows with the square of the distance."
        ),
        .always("centers", \.centers, "The places where the scan was compared."),
        .always("shares", \.shares, "How an error of each moves the six numbers above: six rows of three."),
    ]
}

extension FitDocument.Evidence.Errors: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Errors>] = [
        .always("marker", \.marker, "What all pairs of a marker share; null where each pair is alone."),
        .always("corner", \.corner, "What each pair has of its own."),
        .always(
            "isAssumed", \.isAssumed, "Whether the first is assumed, since one or two markers show none."),
        .always(
            "driftAtTenMetres", \.driftAtTenMetres,
            "What two places ten metres apart differ by; null for none."),
        .always(
            "freedom", \.freedom,
            "What the errors were estimated from; null where they were stated or assumed."),
    ]
}

extension FitDocument.Evidence.ExpectedError: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.ExpectedError>] = [
        .always("atFiveMetres", \.atFiveMetres, "Five metres from the pairs."),
        .always("atWorstPair", \.atWorstPair, "At the pair where it is worst."),
        .always("atWorstPoint", \.atWorstPoint, "At the point of --at where it is worst."),
    ]
}

extension FitDocument.Evidence.Scale: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Scale>] = [
        .always("factor", \.factor, "How much longer the targets are."),
        .always("deviation", \.deviation, "The deviation of that."),
        .always("probability", \.probability, "How likely chance makes it that far from 1."),
    ]
}

extension FitDocument.Evidence.Trend: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Trend>] = [
        .always("axis", \.axis, "The direction in which the scene is longest."),
        .always("length", \.length, "How long it is in that direction."),
        .always("rms", \.rms, "The root mean square of the trend."),
        .always("peakToPeak", \.peakToPeak, "How far it goes from end to end."),
        .always("rest", \.rest, "The root mean square of what remains."),
        .always("probability", \.probability, "How likely chance makes it that large."),
        .always("isDrift", \.isDrift, "Whether it is called a drift of the scan."),
    ]
}

extension FitDocument.Evidence.Comparison: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Evidence.Comparison>] = [
        .always("model", \.model, "The model."),
        .always("rms", \.rms, "The root mean square of its residuals."),
        .always(
            "leaveOneOutRMS", \.leaveOneOutRMS, "The same where each pair is predicted by the others."),
        .always("turnDegrees", \.turn, "The angle it turns by."),
        .always("tiltDegrees", \.tilt, "How far its vertical leans."),
        .always("worstError95", \.worstError, "The error to expect at the pair where it is worst."),
    ]
}
