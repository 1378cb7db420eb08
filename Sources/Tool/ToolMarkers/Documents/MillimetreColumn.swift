import Foundation
import Markers
import ToolTerminal

/// A column of lengths in millimetres, all with as many places as show three digits of the largest.
package struct MillimetreColumn {
    /// `nil` if the lengths are too small to be shown that way.
    private let places: Int?

    /// The largest length in metres.
    package init(largest: Double) {
        let millimetres = largest * 1000
        places = millimetres > 0 ? (0...9).first { millimetres * pow(10, Double($0)) >= 100 } : 0
    }

    package func text(_ metres: Double) -> String {
        guard let places, metres.magnitude < 1e9 else { return MeasureText.millimetres(metres) }
        let text = String(format: "%.\(places)f", metres * 1000)
        return text.contains { $0 != "-" && $0 != "0" && $0 != "." } ? text : text.replacing("-", with: "")
    }

    package func parts(_ vector: SIMD3<Double>) -> [String] { (0..<3).map { text(vector[$0]) } }
}
