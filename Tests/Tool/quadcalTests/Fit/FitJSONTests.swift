import Foundation
import Markers
import MarkersClient
import QuadGeometry
import Testing
import ToolMarkers

import struct Markers.SHA256

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The JSON of a fit")
struct FitJSONTests {
    private static func object(_ parent: [String: Any], _ name: String) throws -> [String: Any] {
        try #require(parent[name] as? [String: Any], "\(name)")
    }

    @Test("says what was read and what was asked for")
    func head() throws {
        let files = ["six.csv": PairFiles.six, "p.csv": "x;y;z\n1;2;3\n"]
        let (report, exit) = try PairFiles.report(
            ["--at", "p.csv", "--tolerance-mm", "20", "--gravity-deg", "1.5", "six.csv"], files: files)
        #expect(exit == 0)
        #expect(report["schema"] as? String == "quadcal.fit/1")
        #expect(report["version"] as? String == QuadcalVersion.text)
        #expect(report["exit"] as? String == "good")
        let inputs = try #require(report["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["role"] as? String } == ["pairs", "at"])
        #expect(inputs[0]["sha256"] as? String == SHA256.hex(of: Array(PairFiles.six.utf8)[...]))
        #expect(inputs[1]["separator"] as? String == "semicolon")
        #expect(inputs[0]["rows"] as? Int == 6)
        let options = try Self.object(report, "options")
        #expect(options["model"] as? String == "auto")
        #expect(options["gravityDegrees"] as? Double == 1.5)
        #expect(options["tolerance"] as? Double == 0.02)
        #expect(options["noise"] is NSNull)
    }

    @Test("gives one motion in every form, and its digits")
    func motion() throws {
        let (report, _) = try PairFiles.report(["room.csv"], files: PairFiles.dataset("room.csv"))
        let motion = try Self.object(report, "motion")
        let rotation = try Self.object(motion, "rotation")
        let rows = try #require(rotation["rows"] as? [[Double]])
        let columns = try #require(rotation["columns"] as? [[Double]])
        for (row, numbers) in rows.enumerated() {
            for (column, number) in numbers.enumerated() { #expect(number == columns[column][row]) }
        }
        let matrix = try Self.object(motion, "matrix")
        let transform = try RigidTransform(columnMajor: try #require(matrix["columnMajor"] as? [Double]))
        #expect(try RigidTransform(rowMajor: try #require(matrix["rowMajor"] as? [Double])) == transform)
        let quaternion = try Self.object(motion, "quaternion")
        let xyzw = try #require(quaternion["xyzw"] as? [Double])
        #expect(try #require(quaternion["wxyz"] as? [Double]) == [xyzw[3]] + xyzw[..<3])
        for (view, least) in [(rotation, 15.0), (matrix, 14.0), (quaternion, 14.0)] {
            let digits = try #require(view["digits"] as? Double)
            #expect(digits >= least && digits <= 16)
        }
        let pairs = try #require(report["pairs"] as? [[String: Any]])
        for pair in pairs {
            let source = try #require(pair["source"] as? [Double])
            let target = try #require(pair["target"] as? [Double])
            let residual = try #require(pair["residual"] as? [Double])
            let moved = transform * SIMD3(source[0], source[1], source[2])
            for axis in 0..<3 {
                let error = target[axis] - moved[axis] - residual[axis]
                #expect(error.magnitude < 100 * RigidTransform.pointError)
            }
        }
    }

    @Test("puts points where they truly are, to within the error it expects")
    func truth() throws {
        let files = try PairFiles.dataset("room.csv", "points.csv")
        let (report, _) = try PairFiles.report(["--at", "points.csv", "room.csv"], files: files)
        // As make_pairs.py says.
        let turn = try #require(Rotation(angle: .pi / 6, axis: SIMD3(0, 1, 0)))
        let truth = try #require(RigidTransform(rotation: turn, translation: SIMD3(2, 0.1, -3)))
        let points = try #require(report["points"] as? [[String: Any]])
        #expect(points.count == 3)
        for point in points {
            let source = try #require(point["source"] as? [Double])
            let moved = try #require(point["moved"] as? [Double])
            let error = truth * SIMD3(source[0], source[1], source[2]) - SIMD3(moved[0], moved[1], moved[2])
            #expect(error.length < (try #require(point["error95"] as? Double)))
        }
    }

    @Test("a similarity's matrix has its scale")
    func similarity() throws {
        let rows = PairFiles.rows.map { row in
            let fields = row.split(separator: ",").map(String.init)
            return ([fields[0]] + fields[1...3].map { "\(2 * (Double($0) ?? 0))" } + fields[4...]).joined(
                separator: ",")
        }
        let (report, _) = try PairFiles.report(
            ["--model", "similarity", "-"], files: [:], input: PairFiles.file(rows.joined(separator: "\n")))
        let motion = try Self.object(report, "motion")
        let matrix = try #require(try Self.object(motion, "matrix")["columnMajor"] as? [Double])
        let scale = try #require(motion["scale"] as? Double)
        #expect((scale - 0.5).magnitude < 0.001)
        #expect(
            (SIMD3(matrix[0], matrix[1], matrix[2]).length - scale).magnitude < Rotation.orthonormalityLimit)
    }

    @Test("carries the numbers of the text")
    func sameNumbers() throws {
        let names = ["room.csv", "points.csv", "kept-apart.csv"]
        let files = try PairFiles.dataset("room.csv", "points.csv", "kept-apart.csv")
        let arguments = ["--at", names[1], "--check-points", names[2], names[0]]
        let (report, _) = try PairFiles.report(arguments, files: files)
        let text = try Tool.run(["fit", "-v"] + arguments, files: files).output
        let evidence = try Self.object(report, "evidence")
        let errors = try Self.object(evidence, "errors")
        for (values, names) in [
            (evidence, ["rms", "median", "p95", "largest"]), (errors, ["corner", "marker"]),
        ] {
            for name in names {
                let value = try #require(values[name] as? Double)
                #expect(text.contains(MeasureText.length(value)), "\(name)")
            }
        }
        let points = try #require(report["points"] as? [[String: Any]])
        let checks = try #require(report["checks"] as? [[String: Any]])
        #expect(points.count == 3 && checks.count == 3)
        for point in points {
            #expect(text.contains(MeasureText.length(try #require(point["error95"] as? Double))))
            let moved = try #require(point["moved"] as? [Double])
            for number in moved { #expect(text.contains(MeasureText.fixed(number))) }
        }
        let pairs = try #require(report["pairs"] as? [[String: Any]])
        for pair in pairs {
            let length = try #require(pair["length"] as? Double), id = try #require(pair["id"] as? String)
            let line = text.split(separator: "\n").first { $0.hasPrefix("  \(id) ") } ?? ""
            #expect(line.contains(MillimetreColumn(largest: 0.001).text(length).prefix(3)), "\(id)")
        }
    }

    @Test("has every judgement with its code, its numbers and the sentence of the text")
    func judgements() throws {
        let files = try PairFiles.dataset("millimetres.csv")
        let (report, exit) = try PairFiles.report(["millimetres.csv"], files: files)
        #expect(exit == 1)
        let judgement = try #require((report["judgements"] as? [[String: Any]])?.first)
        #expect(judgement["code"] as? String == "SCALE_SLIP")
        #expect(judgement["severity"] as? String == "error")
        #expect(judgement["unit"] as? String == "millimetres")
        #expect(judgement["side"] as? String == "targets")
        #expect(try #require(judgement["factor"] as? Double).rounded() == 1000)
        let text = try Tool.run(["fit", "millimetres.csv"], files: files).output
        #expect(text.contains(try #require(judgement["sentence"] as? String)))
    }

    @Test("a refusal names its code, its numbers and the rows")
    func refusal() throws {
        let (report, exit) = try PairFiles.report(
            ["--model", "rigid", "line.csv"], files: PairFiles.dataset("line.csv"))
        #expect(exit == 4)
        #expect(report["schema"] as? String == "quadcal.error/1")
        #expect(report["exit"] as? String == "unsolvable")
        let refusal = try Self.object(report, "refusal")
        #expect(refusal["code"] as? String == "POINTS_ON_LINE")
        #expect(refusal["side"] as? String == "source")
        let rows = try #require(refusal["rows"] as? [[String: Any]])
        #expect(rows.map { $0["line"] as? Int } == [2, 3, 4, 5, 6, 7])
        #expect(rows.first?["id"] as? String == "rail-1")
        let axis = try #require(refusal["axis"] as? [Double])
        #expect((axis[0] / axis[2] - 2).magnitude < 1e-9)
    }

    @Test("stated noise leaves no number that JSON cannot hold")
    func statedNoise() throws {
        let (report, _) = try PairFiles.report(
            ["--noise-mm", "1", "six.csv"], files: ["six.csv": PairFiles.six])
        let evidence = try Self.object(report, "evidence")
        #expect(try Self.object(evidence, "covariance")["freedom"] is NSNull)
        #expect(evidence["chiSquare"] is Double)
        #expect(evidence["noise"] as? Double == 0.001)
        #expect(evidence["noiseIsEstimated"] as? Bool == false)
    }
}
