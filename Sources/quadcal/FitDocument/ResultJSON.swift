import MarkerTables
import Markers
import QuadGeometry

extension FitJSON {
    /// What became of the points and the check pairs, where there are any.
    static func results(
        _ points: NumberTable?, _ predictions: [Prediction], _ checkPairs: PairTable?,
        _ checks: [CheckedPair],
        _ json: inout JSONWriter
    ) {
        if let points {
            json.key("points")
            json.array { json in
                for (place, one) in predictions.enumerated() {
                    json.object { json in
                        json.member("id", points.ids[place])
                        json.member("line", points.lines[place])
                        json.member("source", one.source)
                        json.member("moved", one.moved)
                        json.member("error95", one.error)
                    }
                }
            }
        }
        guard let checkPairs else { return }
        json.key("checks")
        json.array { json in
            for (place, one) in checks.enumerated() {
                json.object { json in
                    json.member("id", checkPairs.ids[place])
                    json.member("line", checkPairs.lines[place])
                    json.member("residual", one.residual)
                    json.member("length", one.residual.length)
                    json.member("bound", one.bound)
                    json.member("misses", one.misses)
                }
            }
        }
    }
}
