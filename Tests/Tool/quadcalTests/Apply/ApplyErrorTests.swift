import Foundation
import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal apply on wrong input")
struct ApplyErrorTests {
    private static let scene = FitScene(seed: Seeds.first, noise: 0.002)

    @Test("rows of quads move, and know their ids")
    func rows() throws {
        let folder = try ApplyTests.folder()
        let rows = Self.scene.quads.enumerated().map { place, quad in
            ([FitScene.oldID(place).wireText] + quad.corners.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] })
                .joined(separator: ";")
        }
        try folder.write(rows.joined(separator: "\r\n") + "\r\nx;1;2\r\n", to: "quads.csv")
        let arguments = ["apply", "--mode", "raw", "--out", "moved.csv", "fit.json"]
        let run = try Tool.run(arguments + ["quads.csv"], in: folder)
        #expect(
            run.exit == 1 && run.advice.contains("quads.csv:10: /markers/9 not moved: WRONG_SHAPE"))
        let moved = try QuadTable(Array(try folder.read("moved.csv").utf8), file: "moved.csv")
        let motion = try SavedFit(Array(try folder.read("fit.json").utf8)).targetFromSource
        #expect(moved.quads == Self.scene.quads.map { motion * $0 })
        #expect(try folder.read("moved.csv").hasSuffix("\r\nx;1;2\r\n"))
        let again = try Tool.run(["apply", "--mode", "raw", "fit.json", "moved.csv"], in: folder)
        #expect(again.exit == 1 && again.output.isEmpty && again.advice.contains("ALREADY_APPLIED, 9 of 9"))
        for option in [["--mode", "calibrated", "--vector", "0,0,0"], ["--mode", "raw", "--ndjson"]] {
            let wrong = try Tool.run(["apply"] + option + ["fit.json", "quads.csv"], in: folder)
            #expect(wrong.exit > 1 && wrong.output.isEmpty, "\(option)")
        }
    }

    @Test("a fit that knows its points says by them what is rewritten")
    func usualMode() throws {
        let folder = try ApplyTests.folder()
        let stated = try Tool.run(["apply", "--mode", "raw", "fit.json", "old.json"], in: folder)
        let usual = try Tool.run(["apply", "fit.json", "old.json"], in: folder)
        #expect(usual.exit == 0 && usual.output == stated.output)
        try folder.write(Dataset.read("pairs/room.csv"), to: "room.csv")
        _ = try Tool.run(["fit", "--quiet", "--save", "pairs.json", "room.csv"], in: folder)
        let refused = try Tool.run(["apply", "pairs.json", "old.json"], in: folder)
        #expect(
            refused.exit == 2
                && refused.advice.hasPrefix("quadcal: --mode raw or --mode calibrated is needed: "),
            "\(refused)")
    }

    @Test("wrong use says what to do", arguments: wrongUses)
    func usage(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        let folder = try ApplyTests.folder()
        try folder.write("{\"schema\": \"quadcal.check/1\"}", to: "check.json")
        try folder.write("[", to: "cut.json")
        try folder.write("", to: "empty.json")
        let run = try Tool.run(["apply"] + arguments, in: folder)
        #expect(run.exit == exit && run.output.isEmpty, "\(run)")
        #expect(run.advice.hasPrefix("quadcal: \(message)"), "\(run.advice)")
        #expect(
            try folder.names == ["check.json", "cut.json", "empty.json", "fit.json", "new.json", "old.json"])
    }

    @Test("a fit that says nothing of markers says so")
    func unnamed() throws {
        let folder = try Folder()
        try folder.write(Self.scene.old, to: "old.json")
        try folder.write(Self.scene.pairs((0..<FitScene.count).map { "m\($0)" }), to: "pairs.csv")
        _ = try Tool.run(["fit", "--save", "fit.json", "pairs.csv"], in: folder)
        let run = try Tool.run(["apply", "--mode", "raw", "fit.json", "old.json"], in: folder)
        #expect(run.exit == 0)
        #expect(run.advice.contains("fit.json names no markers, so quadcal cannot tell"))
        #expect(
            run.advice.contains("fit.json does not say which corners its points are: assuming raw to raw"))
    }

    @Test("a fit that failed, and one that stretches, move nothing")
    func failed() throws {
        for (options, code) in [
            (["--fail-on", "never", "--tolerance-mm", "1e-9"], "FAILED_FIT"),
            (["--model", "similarity"], "STRETCHES"),
        ] {
            let folder = try ApplyTests.folder(["--join", "label"] + options)
            let run = try Tool.run(
                ["apply", "--mode", "raw", "--out", "o", "fit.json", "old.json"], in: folder)
            #expect(run.exit == 4 && run.advice.hasPrefix("quadcal: fit.json: \(code), "), "\(run.advice)")
            #expect(try folder.names == ["fit.json", "new.json", "old.json"])
        }
    }

    @Test("a reader that goes away ends it quietly")
    func brokenPipe() throws {
        let folder = try ApplyTests.folder()
        let run = try Tool.runUnread(["apply", "--mode", "raw", "fit.json", "old.json"], in: folder)
        #expect(run.exit == 0 && run.advice.isEmpty)
    }

    @Test("its help fits a page and names every option")
    func help() throws {
        let run = try Tool.run(["help", "apply"])
        #expect(run.exit == 0 && run.lines.allSatisfy { $0.count <= 120 })
        for option in ApplyOptions.groups.flatMap(\.help.options) {
            #expect(run.output.contains("  \(option.flag)") || run.output.contains(", \(option.flag)"))
        }
    }
}

private let wrongUses: [(arguments: [String], exit: Int32, message: String)] = [
    ([], 2, "no file given; name one, "),
    (["fit.json"], 2, "a fit and a file of markers are needed, but only fit.json is given"),
    (["--mode", "raw", "fit.json", "old.json", "new.json"], 2, "apply does not take \"new.json\""),
    (
        ["--mode", "vector", "fit.json", "old.json"], 2,
        "--mode cannot be \"vector\"; it takes raw or calibrated"
    ),
    (["--mode", "calibrated", "fit.json", "old.json"], 2, "--vector X,Y,Z is needed: "),
    (
        ["--mode", "raw", "--vector", "1,2", "fit.json", "old.json"], 2,
        "--vector cannot be \"1,2\"; it takes three numbers"
    ),
    (["--mode", "raw", "--vector-subtracted", "fit.json", "old.json"], 2, "--vector X,Y,Z is needed: "),
    (
        ["--mode", "raw", "--to", "calibrated", "fit.json", "old.json"], 2,
        "--to calibrated and fit.json, whose points are raw,"
    ),
    (["--mode", "raw", "-", "-"], 2, "- is given twice"),
    (
        ["--mode", "raw", "--out", "new.json", "fit.json", "old.json"], 2,
        "--out \"new.json\": the file exists"
    ),
    (
        ["--mode", "raw", "--ndjson", "fit.json", "old.json"], 3,
        "old.json: is not NDJSON, expected one object per line"
    ),
    (
        ["--mode", "raw", "check.json", "old.json"], 3,
        "check.json:1: column 12 at /schema: NO_FIT, found \"quadcal.check/1\""
    ),
    (["--mode", "raw", "none.json", "old.json"], 3, "none.json: cannot be read"),
    (["--mode", "raw", "fit.json", "none.json"], 3, "none.json: cannot be read"),
    (["--mode", "raw", "fit.json", "."], 3, ".: is a folder"),
    (["--mode", "raw", "fit.json", "cut.json"], 3, "cut.json:1: "),
    (["--mode", "raw", "--out", "o", "fit.json", "cut.json"], 3, "cut.json:1: "),
    (["--mode", "raw", "fit.json", "empty.json"], 3, "empty.json: is empty, expected markers"),
]
