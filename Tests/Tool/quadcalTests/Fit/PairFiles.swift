import Foundation
import TestSupport

@testable import ToolTerminal

/// Pairs to fit, and the tool's reports on them.
enum PairFiles {
    static let header = FitScene.pairHeader

    /// The files of `Datasets/pairs`.
    static func dataset(_ names: String...) throws -> [String: String] {
        try names.reduce(into: [:]) { $0[$1] = try Dataset.read("pairs/\($1)") }
    }

    /// Rows under the usual header.
    static func file(_ rows: String...) -> String { ([header] + rows).joined(separator: "\n") + "\n" }

    /// Pairs along 40 m whose targets bend away with the square of the distance, by 40 cm at the end.
    static let bent =
        ([header]
        + (0..<40).map { row in
            let along = Double(row), above = Double(row % 2), across = Double(row % 3)
            return "p\(row),\(along),\(above),\(across),\(along),\(above),\(across + along * along / 4000)"
        }).joined(separator: "\n") + "\n"

    /// Six points that no line and no plane holds, moved by (1, 2, 3), the last a little less.
    static let rows = [
        "a,0,0,0,1,2,3", "b,4,0,0,5,2,3", "c,0,4,0,1,6,3", "d,0,0,4,1,2,7", "e,4,4,0,5,6,3.001",
        "f,4,0,4,5,2,6.999",
    ]
    static let six = ([header] + rows).joined(separator: "\n") + "\n"

    /// Points that follow one of two motions, so many each, the second with a quarter turn; all off by up to a millimetre.
    static func twoMotions(_ first: Int, _ second: Int) -> String {
        func place(_ step: Int, _ width: Double) -> Double {
            // Multiples of a number without a common measure are as good as random.
            (Double(step) * 0.6180339887).truncatingRemainder(dividingBy: 1) * width
        }
        let rows = (0..<(first + second)).map { row in
            let (x, y, z) = (place(7 * row + 1, 8), place(11 * row + 2, 3), place(29 * row + 5, 6))
            let off = place(13 * row + 3, 0.001)
            let target = row < first ? (x + 1 + off, y + 2, z + 3) : (z - 4, y + 0.5 + off, 9 - x)
            return "r\(row),\(x),\(y),\(z),\(target.0),\(target.1),\(target.2)"
        }
        return file(rows.joined(separator: "\n"))
    }

    /// The JSON document of a run.
    static func report(
        _ arguments: [String], files: [String: String], input: String = ""
    ) throws -> (document: [String: Any], exit: Int32) {
        let run = try Tool.run(["fit", "--json"] + arguments, input: input, files: files)
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return (document ?? [:], run.exit)
    }
}
