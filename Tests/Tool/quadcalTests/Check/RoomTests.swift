import Foundation
import TestSupport
import Testing

@Suite("The room in Datasets/check")
struct RoomTests {
    /// The findings that every planted row must give; the others give none.
    private static let expected: [String: [String]] = [
        "bow-tie-1": ["SELF_INTERSECTING error"], "bow-tie-2": ["SELF_INTERSECTING error"],
        "bent-badly-1": ["NON_PLANAR error"], "bent-slightly-1": ["NON_PLANAR warning"],
        "folded-1": ["FOLDED warning"], "not-a-number-1": ["NON_FINITE error"],
        "infinite-1": ["NON_FINITE error"],
        "far-away-1": ["OUT_OF_RANGE error"], "two-corners-in-one-1": ["DUPLICATE_CORNERS error"],
        "on-a-line-1": ["ZERO_AREA error"], "arrow-1": ["CONCAVE error"], "tiny-1": ["TOO_SMALL error"],
        "huge-1": ["TOO_LARGE error"], "sliver-1": ["ASPECT_RATIO warning"],
        "straight-corner-1": ["STRAIGHT_CORNER warning", "NOT_RECTANGULAR info"],
        "skewed-1": ["NOT_RECTANGULAR info"], "twin-of-door-1": ["DUPLICATE_MARKER warning"],
        "overlaps-board-1": ["OVERLAPPING_MARKER warning"], "stacked-on-window-1": ["STACKED_MARKER warning"],
        "eleven-numbers-1": ["WRONG_SHAPE error"], "a-word-1": ["WRONG_SHAPE error"],
    ]

    @Test("gives for every planted row exactly the finding it is named after")
    func planted() throws {
        let run = try Tool.run(
            ["check", "--json", "room.csv"], files: ["room.csv": try Dataset.read("check/room.csv")])
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        var found: [String: [String]] = [:]
        for finding in try #require(report["findings"] as? [[String: Any]]) {
            let id = try #require(finding["id"] as? String)
            found[id, default: []].append("\(finding["code"] ?? "") \(finding["severity"] ?? "")")
        }
        #expect(found == Self.expected)
        #expect(report["verdict"] as? String == "fail")
        #expect(run.exit == 1)
    }

    @Test("is sound without the planted rows", arguments: ["app", "strict"])
    func sound(_ profile: String) throws {
        let run = try Tool.run(
            ["check", "--profile", profile, "-v", "sound.csv"],
            files: ["sound.csv": try Dataset.read("check/sound.csv")])
        #expect(
            run.output == "PASS  sound.csv: 0 errors, 0 warnings, 0 info in 40 quads (profile \(profile))\n")
        #expect(run.advice.isEmpty)
    }
}
