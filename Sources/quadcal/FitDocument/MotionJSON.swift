import Markers
import QuadGeometry
import RigidCalibration

extension FitJSON {
    /// The motion in its anchored form, which has all digits, and the views of it, which say how many they have.
    static func motion(_ report: FitReport, _ json: inout JSONWriter) {
        let calibration = report.calibration, motion = calibration.targetFromSource
        let rotation = motion.rotation
        json.member("direction", "target from source")
        json.member("formula", "target = targetCenter + scale * rotation * (source - sourceCenter) + rest")
        json.member("model", calibration.model.name)
        json.member("modelReason", report.modelReason)
        json.member("scale", calibration.growth)
        json.member("sourceCenter", motion.sourceCenter)
        json.member("targetCenter", motion.targetCenter)
        json.member("rest", motion.rest)
        views(of: rotation, digits: calibration.evidence.digits, &json)
        json.key("matrix")
        matrix(report, &json)
        json.key("rotationDegrees")
        json.object { json in
            json.member("angle", MeasureText.rounded(rotation.angle / QuadLimits.degree))
            json.member("bound95", report.turnBound.map { $0 / QuadLimits.degree })
            json.member("axis", rotation.axis)
            json.member("tilt", calibration.evidence.tilt)
        }
        json.key("shift")
        json.object { json in
            json.member("of", "the middle of the pairs")
            json.member("value", report.shift)
            json.member("bound95", report.shiftBounds)
        }
    }

    /// A rotation as a matrix and as a quaternion, with the digits they have where those are known.
    static func views(of rotation: Rotation, digits: Double?, _ json: inout JSONWriter) {
        json.key("rotation")
        json.object { json in
            let (first, second, third) = rotation.rows
            json.key("rows")
            points([first, second, third], &json)
            json.key("columns")
            points([rotation.x, rotation.y, rotation.z], &json)
            json.member("digits", digits)
        }
        json.key("quaternion")
        json.object { json in
            let (q, r) = (rotation.quaternionXYZW, rotation.quaternionWXYZ)
            json.member("xyzw", [q.x, q.y, q.z, q.w])
            json.member("wxyz", [r.x, r.y, r.z, r.w])
            json.member("digits", digits.map { Double.minimum($0, quaternionDigits) })
        }
    }

    /// The whole motion as 16 numbers, its scale included; `null` where the translation is beyond doubles.
    private static func matrix(_ report: FitReport, _ json: inout JSONWriter) {
        let calibration = report.calibration, motion = calibration.targetFromSource
        let growth = calibration.growth
        let t = motion.targetCenter + (motion.rest - motion.rotation * motion.sourceCenter * growth)
        guard t.isFinite else { return json.null() }
        let columns = [motion.rotation.x * growth, motion.rotation.y * growth, motion.rotation.z * growth, t]
        let numbers = columns.enumerated().flatMap { (place, c) -> [Double] in
            [c.x, c.y, c.z, place == 3 ? 1 : 0]
        }
        json.object { json in
            json.member("columnMajor", numbers)
            json.member("rowMajor", (0..<16).map { numbers[$0 % 4 * 4 + $0 / 4] })
            let extent = report.extent
            json.member("digits", extent > 0 ? motion.transformDigits(extent: extent) : nil)
        }
    }

    /// What ``Rotation/viewError`` leaves.
    private static let quaternionDigits = 14.7

    static func points(_ points: [SIMD3<Double>], _ json: inout JSONWriter) {
        json.array { json in
            for point in points { json.value([point.x, point.y, point.z]) }
        }
    }
}
