import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite struct ExplanationTests {
    /// An error of every kind that input can cause here, with what its message must name.
    private static let cases: [(error: any Error, names: [String])] = [
        (QuadCornersError.wrongCount(3), ["3 points", "four corners"]),
        (QuadCornersError.nonFinite(corner: 2, [0, .nan, 0]), ["p3", "nan"]),
        (QuadLimitsError.unusable(name: "snap", value: -1), ["snap", "-1"]),
        (RayError.zeroDirection, ["direction"]),
        (RayError.nonFiniteOrigin([.infinity, 0, 0]), ["origin", "inf"]),
        (RotationError.notOrthonormal(defect: 0.0021), ["0.0021"]),
        (MatrixError.wrongCount(9), ["9 numbers", "16"]),
        (MatrixError.nonFinite(index: 4), ["number 5"]),
        (MatrixError.lastRow([0, 0.5, 0, 1], looksTransposed: false), ["0 0.5 0 1"]),
        (MatrixError.rotation(.mirrored(determinant: -1)), ["-1", "mirror"]),
        (MatrixReadError.noNumber("zero", line: 1, entry: 2), ["number 3", "\"zero\""]),
        (IdentifierMapError.fieldCount(3, line: 4), ["3 fields"]),
        (ExchangeError(.notUnit(length: 1.25), line: 3, format: .tum), ["1.25", "0.25", "0.001"]),
        (ExchangeError(.fieldCount(7, expected: 8), line: 3, format: .tum), ["7 fields", "t x y z qx"]),
        (ExchangeError(.severalPoses(3), line: 2, format: .kitti), ["3 poses"]),
        (ExchangeError(.badValue("x", of: "+ry", expected: "a number"), line: 1, format: .proj), ["+ry"]),
        (TrajectoryPairsError.none(nearest: 0.25), ["250 ms"]),
        (TrajectoryPairsError.otherCount(old: 2, new: 3), ["2 old", "3 new"]),
        (TwoPointError.noDirection(separation: 0.00004), ["0.04 mm"]),
        (PlacementError.incomplete(corners: 2), ["2 corners"]),
        (RigidFitError.nonFinitePoint(pair: 0, side: .target), ["pair 1", "target"]),
        (RigidFitError.tooFewPairs(found: 1, needed: 3), ["1 pair ", "3"]),
        (
            RigidFitError.pointsOnLine(side: .source, axis: [0, 1, 0], thickness: 0.003, resolution: 0),
            ["sources", "3 mm", "vertical"]
        ),
        (RowPairsError.severalRuns(.old, 1, 4), ["old", "run 1", "run 4"]),
        (RowPairsError.nonFiniteRow(.new, place: 2), ["anchor 3", "new"]),
        (RowPairsError.pairs(.tooFewPairs(found: 1, needed: 2), old: [0]), ["1 pair ", "2"]),
        (RecalibrationPlanError.nothingToApply(probability: 0.25), ["0.25", "in the new frame"]),
        (RecalibrationPlanError.failedFit(codes: ["TILTED"]), ["TILTED"]),
        (
            RecalibrationPlanError.failedFit(
                codes: ["POOR_FIT"], worst: [WorstPair(name: "door", distance: 0.31)]),
            ["POOR_FIT", "\"door\" is off by 310 mm"]
        ),
        (RecalibrationPlanError.stretches(growth: 1.25), ["1.25"]),
        (RecalibrationPlanError.badLimits(.unusable(name: "snap", value: -1)), ["snap", "-1"]),
        (RecalibrationPlanError.vectorMovesOthers(3), ["3 markers"]),
        (RecalibrationPlanError.vectorLeadsToCalibrated, ["raw"]),
        (RecalibrationPlanError.vectorOutOfRange, ["out of the range"]),
    ]

    @Test("a document that is no fit says where and why, and what to give instead")
    func savedFits() throws {
        for (text, name) in [(#"{"schema":"quadcal.check/1"}"#, "quadcal.check/1"), ("{", "UNEXPECTED_END")] {
            let error = try #require(throws: SavedFitError.self) { try SavedFit(Array(text.utf8)) }
            #expect(error.message.contains(name), "\(error.message)")
            #expect(error.localizedDescription == error.message)
            #expect(error.remedy == "give the bytes of a fit that was saved")
        }
    }

    @Test("an undecided sign says how far the stored corners are apart")
    func sign() throws {
        let quad = Quad.rectangle(1, 1)
        let markers = try [0.5, 2].map { shift in
            try Marker(quad: quad, calibratedData: CalibratedData(quad.map { $0 + SIMD3(0, 0, shift) }))
        }
        let error = try #require(throws: UndecidedSign.self) {
            try KnownCalibration(CalibrationVector(SIMD3(0, 0, 1)), markers)
        }
        #expect(error.message.contains("2 markers") && error.message.contains("SPREAD, they differ by 75"))
        #expect(error.localizedDescription == error.message && error.remedy == "state the sign")
    }

    @Test("every error says what is wrong, and what to do, in the words of people", arguments: cases.indices)
    func errors(index: Int) throws {
        let (error, names) = Self.cases[index]
        let explained = try #require(error as? any ExplainedError)
        for name in names { #expect(explained.message.contains(name), "\(explained.message)") }
        #expect(error.localizedDescription == explained.message)
        #expect((error as? any LocalizedError)?.recoverySuggestion == explained.remedy)
        #expect(explained.remedy?.isEmpty == false && !explained.message.hasSuffix("."))
        // Options are the tool's business.
        #expect(!explained.message.contains("--") && explained.remedy?.contains("--") == false)
    }

    @Test("JSON that is refused says where, what was found, what was expected, and what to do")
    func json() {
        let error = #expect(throws: JSONError.self) { try JSONValue("{\n\"a\":[1,}") }
        #expect(error?.message == "line 2, column 8 at /a/1: VALUE_EXPECTED, found \"}\", expected a value")
        #expect(error?.localizedDescription == error?.message)
        #expect(error?.recoverySuggestion == "correct it there, or check what wrote it")
    }

    @Test(
        "JSON of another type names the type that was expected",
        arguments: [
            (#""label":7"#, "/label", "found a number, expected a string; write a string there"),
            (#""version":"3""#, "/version", "found a string, expected a number; write a number there"),
            (
                #""version":1.5"#, "/version",
                "found a number, expected a whole number; write a whole number there"
            ),
            (#""meta":[]"#, "/meta", "found an array, expected an object; write an object there"),
        ])
    func types(_ member: String, _ pointer: String, _ words: String) {
        let text =
            #"{"id":"33333333-0000-4000-8000-000000000003","work_session_id":"22222222-0000-4000-8000-000000000002","#
            + member + "}"
        let error = #expect(throws: JSONError.self) { try Marker(Array(text.utf8)) }
        #expect(error?.pointer == pointer)
        #expect(
            error?.explanation.contains("WRONG_TYPE, \(words)") == true,
            "\(String(describing: error))")
    }

    @Test("JSON of a file names the file, in what is thrown and in what is refused")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("room.json")
        try Data("[7]".utf8).write(to: file)
        let refused = try MarkerList(contentsOf: file).refused
        #expect(refused.map(\.file) == [file.path] && refused.first?.wanted == .object)
        #expect(
            refused.first?.localizedDescription.contains("room.json:1: column 2 at /0: WRONG_TYPE") == true)
        try Data("[7".utf8).write(to: file)
        let cut = #expect(throws: JSONError.self) { try MarkerList(contentsOf: file) }
        #expect(cut?.file == file.path && cut?.localizedDescription.contains("room.json:1: column 3") == true)
        let missing = #expect(throws: JSONError.self) {
            try MarkerList(contentsOf: folder.appendingPathComponent("none.json"))
        }
        #expect(missing?.code == .readFailed && missing?.message.contains("none.json") == true)
        #expect(missing?.remedy == "check that it exists and may be read")
    }

    @Test("every code of JSON has a remedy", arguments: JSONError.Code.allCases)
    func remedies(_ code: JSONError.Code) throws {
        var error = try #require(throws: JSONError.self) { try JSONValue("[") }
        error.code = code
        #expect(error.remedy?.isEmpty == false)
        #expect((error as any LocalizedError).recoverySuggestion == error.remedy)
    }

    @Test("findings have their number, their limit and their remedy")
    func issues() throws {
        let crossing = Quad([0, 0, 0], [1, 1, 0], [1, 0, 0], [0, 1, 0])
        let issue = try #require(QuadCheck().issues(crossing).first)
        #expect(issue.message == "the outline crosses itself")
        #expect(issue.remedy == "the order p1 p3 p2 p4 uncrosses it")
        let small = Quad([0, 0, 0], [0.004, 0, 0], [0.004, 1, 0], [0, 1, 0])
        #expect(QuadCheck().issues(small).first?.message == "edge p1-p2 is 4 mm, limit 5 mm")
        let broken = Quad([0, 0, 0], [0, .nan, 0], [1, 1, 0], [0, 1, 0])
        #expect(QuadCheck().issues(broken).first?.message == "p2y is nan")
        for code in QuadIssue.Code.allCases { #expect(!QuadIssue(code, .error).message.isEmpty) }
    }
}
