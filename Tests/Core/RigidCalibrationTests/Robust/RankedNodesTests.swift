import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Nodes by their counts")
struct RankedNodesTests {
    @Test("the last is the strongest, and so is each when those behind it are gone", arguments: Seeds.few)
    func order(seed: UInt64) {
        var random = SeededGenerator(seed: seed, sample: 0)
        let count = 40, stride = 64
        var columns = [Float](repeating: .nan, count: 7 * stride)
        for pair in 0..<count {
            for axis in 0..<3 {
                let place = Float.random(in: 0...4, using: &random)
                columns[axis * stride + pair] = place
                columns[(axis + 3) * stride + pair] = place + Float.random(in: -0.1...0.1, using: &random)
            }
            columns[6 * stride + pair] = 0.03
        }
        let graph = BitMatrix(columns: columns, stride: stride, count: count)
        let all = BitRow(firstOf: count, words: graph.words)
        var ranked = RankedNodes()
        ranked.list(all)
        ranked.count(in: all, of: graph)
        #expect(Set(ranked.counts).count > 5)
        var order = ranked.weakestFirst
        while let last = order.popLast() {
            #expect(ranked.strongest == Int(last))
            ranked.keep { node, _ in node != Int(last) }
        }
        #expect(ranked.count == 0)
    }
}
