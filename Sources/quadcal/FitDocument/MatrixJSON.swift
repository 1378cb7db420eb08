import Markers
import QuadGeometry

/// A motion from two matrices for programs, in the form of a fit that has no pairs.
enum MatrixJSON {
    static func document(_ report: MatrixReport) -> [UInt8] {
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            FitJSON.head(report.verdict, report.exitCode, report.remark?.code.rawValue, &json)
            json.key("inputs")
            json.array { json in
                json.object { input(report.old, "old", &$0) }
                json.object { input(report.new, "new", &$0) }
                if let points = report.points { json.object { $0.input("at", points) } }
                if let checks = report.checkPairs {
                    json.object { $0.input("check-points", checks.table, checks.assumptions) }
                }
            }
            json.key("options")
            json.object { json in
                json.member("matrices", report.direction.rawValue)
                json.member("tolerance", report.options.tolerance)
                json.member("failOn", report.options.failsOn.rawValue)
                json.member("lengths", "m")
            }
            json.key("judgements")
            json.array { json in
                guard let remark = report.remark else { return }
                json.object { json in
                    json.member("code", remark.code.rawValue)
                    json.member("severity", remark.fails ? "error" : "warning")
                    json.member("sentence", remark.sentence)
                }
            }
            json.key("join")
            json.null()
            json.key("motion")
            json.object { motion(report, &$0) }
            for name in ["selection", "evidence"] {
                json.key(name)
                json.null()
            }
            json.key("pairs")
            json.array { _ in }
            FitJSON.results(report.points, report.predictions, report.checkPairs, report.checks, &json)
        }
        json.endLine()
        return json.bytes
    }

    private static func input(_ file: MatrixFile, _ role: String, _ json: inout JSONWriter) {
        json.input(role, file.file, file.sha256)
        json.member("format", "matrix")
        json.member("layout", file.matrix.layout.rawValue)
        json.member("layoutIsStated", file.matrix.layoutIsStated)
        json.member("defect", file.matrix.defect)
        json.member("correction", file.matrix.correction)
    }

    private static func motion(_ report: MatrixReport, _ json: inout JSONWriter) {
        let motion = report.newFromOld
        json.member("direction", "target from source")
        json.member("formula", "target = targetCenter + scale * rotation * (source - sourceCenter) + rest")
        json.member("model", "matrices")
        json.member("scale", 1.0)
        json.member("sourceCenter", SIMD3<Double>.zero)
        json.member("targetCenter", motion.translation)
        json.member("rest", SIMD3<Double>.zero)
        FitJSON.views(of: motion.rotation, digits: nil, &json)
        json.key("matrix")
        json.object { json in
            json.member("columnMajor", motion.columnMajor)
            json.member("rowMajor", motion.rowMajor)
        }
        json.key("rotationDegrees")
        json.object { json in
            json.member("angle", MeasureText.rounded(motion.rotation.angle / QuadLimits.degree))
            json.member("axis", motion.rotation.axis)
            json.member("tilt", report.tilt)
        }
    }
}
