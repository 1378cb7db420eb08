import Markers
import QuadGeometry
import RigidCalibration

extension FitJSON {
    /// Everything of the evidence but the pairs.
    static func evidence(_ report: FitReport, _ json: inout JSONWriter) {
        let evidence = report.calibration.evidence
        json.member("rms", evidence.rms)
        json.member("median", evidence.median)
        json.member("p95", evidence.p95)
        json.member("largest", evidence.largest)
        json.member("leaveOneOutRMS", evidence.leaveOneOutRMS)
        json.member("freedom", evidence.freedom)
        json.member("noise", evidence.noise)
        json.member("noiseIsEstimated", evidence.noiseIsEstimated)
        json.member("chiSquare", evidence.chiSquare)
        json.member("chiSquareProbability", evidence.chiSquareProbability)
        json.member("singularValues", evidence.singularValues)
        json.key("strength")
        strength(evidence.strength, &json)
        json.key("covariance")
        covariance(evidence.covariance, &json)
        json.key("error95")
        json.object { json in
            json.member("atFiveMetres", evidence.errorAtFiveMetres)
            json.member("atWorstPair", report.worstErrorAtPairs)
            json.member("atWorstPoint", report.predictions.compactMap(\.error).max())
        }
        json.key("scale")
        scale(evidence.scale, &json)
        json.member("tiltDegrees", evidence.tilt)
        json.key("trend")
        trend(evidence.trend, &json)
        json.key("comparison")
        json.array { json in
            for one in evidence.comparison { json.object { comparison(one, &$0) } }
        }
        json.member("digits", evidence.digits)
        json.member("solver", evidence.solver)
    }

    /// One pair with its points, so that a later run can tell whether the motion was applied already.
    static func pair(_ pair: Int, _ report: FitReport, _ json: inout JSONWriter) {
        let (named, pairs) = (report.pairs, report.pairs.pairs)
        let one = report.calibration.evidence.pairs[pair]
        json.member("id", named.ids[pair])
        json.member("line", named.lines[pair])
        json.member("group", pairs.groups.map { report.pairs.name(ofGroup: $0[pair]) })
        json.member("source", pairs.sources[pair])
        json.member("target", pairs.targets[pair])
        json.member("weight", pairs.weights?[pair] ?? 1)
        json.member("follows", report.calibration.selection?.inliers[pair] ?? true)
        json.member("residual", one.residual)
        json.member("length", one.length)
        json.member("standardised", one.standardised)
        json.member("leverage", one.leverage)
        json.member("leaveOneOut", one.leaveOneOut)
        json.member("influence", one.influence)
    }

    private static func strength(_ strength: [AxisStrength]?, _ json: inout JSONWriter) {
        guard let strength else { return json.null() }
        json.array { json in
            for one in strength {
                json.object { json in
                    json.member("axis", one.axis)
                    json.member("deviationRadians", one.deviation)
                }
            }
        }
    }

    private static func covariance(_ covariance: MotionCovariance?, _ json: inout JSONWriter) {
        guard let covariance else { return json.null() }
        json.object { json in
            json.member("anchor", covariance.anchor)
            json.key("order")
            json.array { json in
                for name in ["turnX", "turnY", "turnZ", "shiftX", "shiftY", "shiftZ"] { json.value(name) }
            }
            for (name, matrix) in [("matrix", covariance.matrix), ("estimated", covariance.estimated)] {
                json.key(name)
                json.array { json in
                    for row in 0..<6 { json.value(Array(matrix[(6 * row)..<(6 * row + 6)])) }
                }
            }
            json.member("commonError", numbers(covariance.commonError))
            // JSON has no infinity: null means that the noise was stated.
            json.member("freedom", covariance.freedom)
        }
    }

    /// The entries xx, xy, xz, yy, yz, zz.
    private static func numbers(_ matrix: SymmetricMatrix) -> [Double] {
        [matrix.xx, matrix.xy, matrix.xz, matrix.yy, matrix.yz, matrix.zz]
    }

    private static func scale(_ scale: ScaleEvidence?, _ json: inout JSONWriter) {
        guard let scale else { return json.null() }
        json.object { json in
            json.member("factor", scale.factor)
            json.member("deviation", scale.deviation)
            json.member("probability", scale.probability)
        }
    }

    private static func trend(_ trend: ResidualTrend?, _ json: inout JSONWriter) {
        guard let trend else { return json.null() }
        json.object { json in
            json.member("axis", trend.axis)
            json.member("length", trend.length)
            json.member("rms", trend.rms)
            json.member("peakToPeak", trend.peakToPeak)
            json.member("rest", trend.rest)
            json.member("probability", trend.probability)
            json.member("isDrift", trend.isDrift)
        }
    }

    private static func comparison(_ one: ModelComparison, _ json: inout JSONWriter) {
        json.member("model", one.model.name)
        json.member("rms", one.rms)
        json.member("leaveOneOutRMS", one.leaveOneOutRMS)
        json.member("turnDegrees", one.turn)
        json.member("tiltDegrees", one.tilt)
        json.member("worstError95", one.worstError)
    }
}
