import QuadGeometry
import RigidCalibration

/// The numbers of a refusal as the header lists them, written down once more from its comments.
struct DoorProblem {
    let status: Int
    private(set) var side = -1, place = -1
    private(set) var values: [Double] = []

    init(_ error: RigidFitError) {
        var side: PairSide?
        switch error {
        case .nonFinitePoint(let pair, let at):
            (status, place, side) = (102, pair, at)
        case .badWeight(let pair, let weight): (status, place, values) = (103, pair, [weight])
        case .outOfRange(let pair, let at): (status, place, side) = (106, pair, at)
        case .tooFewPairs(let found, let needed): (status, values) = (107, [Double(found), Double(needed)])
        case .coincidentPoints(let at, let extent, let resolution):
            (status, side, values) = (108, at, [extent, resolution])
        case .pointsOnLine(let at, let axis, let thickness, let resolution):
            (status, side, values) = (109, at, [axis.x, axis.y, axis.z, thickness, resolution])
        case .turnNotDetermined(let axis, let gain, let rounding):
            (status, values) = (110, [axis.x, axis.y, axis.z, gain, rounding])
        case .motionNotFixed(let model):
            let names = ["", "translation", "yaw", "gravity", "rigid", "similarity"]
            (status, place) = (111, names.firstIndex(of: model.name) ?? 0)
        case .badOption(let option, let value):
            let options: [FitOption] = [.tilt, .noise, .markerNoise]
            (status, place, values) = (112, options.firstIndex(of: option) ?? -1, [value])
        case .solverFailed(let code): (status, values) = (114, [Double(code)])
        case .motionNotDetermined(let support, let needed):
            (status, values) = (117, [Double(support), Double(needed)])
        case .ambiguousMotion(let first, let rival):
            (status, values) = (118, [Double(first.support), Double(rival.support)])
        case .noSuchMotion(let choice, let motions):
            (status, values) = (119, [Double(choice), Double(motions)])
        case .scaleSlip(let factor, let spread): (status, values) = (120, [factor, spread])
        case .mirrored(let support): (status, values) = (121, [Double(support)])
        default: status = -1
        }
        if let side { self.side = side == .source ? 0 : 1 }
        values += [Double](repeating: .nan, count: 5 - values.count)
    }
}
