import Foundation
import QuadGeometry

/// A mistake that is planted into a sound space, and the finding that names it.
enum FindingsFault: Hashable {
    case none, allIn(LengthUnit), oneIn(LengthUnit), oneFarAway, zUp

    static let all: [FindingsFault] =
        [.none] + LengthUnit.allCases.map { .allIn($0) } + LengthUnit.allCases.map { .oneIn($0) } + [
            .oneFarAway, .zUp,
        ]

    var name: String {
        switch self {
        case .none: "sound"
        case .allIn(let unit): "all in \(unit)"
        case .oneIn(let unit): "one in \(unit)"
        case .oneFarAway: "one far away"
        case .zUp: "z up"
        }
    }

    /// Whether the fault makes sense there: one among others, and walls for the vertical.
    func applies(to kind: FindingsSpace.Kind) -> Bool {
        switch self {
        case .none, .allIn: true
        case .oneIn, .oneFarAway: kind != .lone
        case .zUp: kind == .room
        }
    }

    /// The markers with the fault in them, and the place of the one that has it.
    func planted(in space: FindingsSpace, using random: inout SeededGenerator) -> (quads: [Quad], place: Int?)
    {
        var quads = space.quads
        let place = Int.random(in: 0..<quads.count, using: &random)
        switch self {
        case .none: return (quads, nil)
        case .allIn(let unit): return (quads.map { $0.map { $0 * (1 / unit.metres) } }, nil)
        case .oneIn(let unit):
            quads[place] = quads[place].map { $0 * (1 / unit.metres) }
            return (quads, place)
        case .oneFarAway:
            let middle = quads.reduce(SIMD3.zero) { $0 + $1.center } * (1 / Double(quads.count))
            let extent = quads.reduce(0) { max($0, ($1.center - middle).length) }
            let step =
                SIMD3.randomDirection(using: &random) * (extent * Double.random(in: 25...100, using: &random))
            quads[place] = quads[place].moved(by: step)
            return (quads, place)
        case .zUp: return (quads.map { $0.map { SIMD3($0.x, -$0.z, $0.y) } }, nil)
        }
    }

    /// The judgement on what was found: whether the fault was named, and whether anything else was.
    func judged(_ found: [BatchIssue], place: Int?, alone: Bool) -> (
        isNamed: Bool, isWrong: Bool, isOther: Bool
    ) {
        let found = found.filter { $0.issue.code != .warped }
        func about(_ code: QuadIssue.Code) -> [BatchIssue] {
            found.filter { $0.issue.code == code && $0.index == (alone ? 0 : place) }
        }
        let right: [BatchIssue]
        var isWrong = false
        switch self {
        case .none: right = []
        case .allIn(let unit), .oneIn(let unit):
            right = about(.unitSlip)
            isWrong = right.contains { $0.issue.slip?.unit != unit }
        case .oneFarAway: right = about(.farAway)
        case .zUp: right = about(.upAxis).filter { $0.issue.coordinate == 2 }
        }
        return (!right.isEmpty, isWrong, found.count > right.count)
    }
}
