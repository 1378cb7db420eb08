public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_check_join(
    _ olds: UnsafePointer<Double>!, _ oldKeys: UnsafePointer<Int64>!, _ oldCount: Int64,
    _ news: UnsafePointer<Double>!, _ newKeys: UnsafePointer<Int64>!, _ newCount: Int64,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (old, new) = try FittingRefusal.arguments { () throws(Refusal) in
            let quads = (try Arguments.quads(olds, oldCount), try Arguments.quads(news, newCount))
            guard oldCount == 0 || oldKeys != nil, newCount == 0 || newKeys != nil else {
                throw Refusal(QUADCAL_NULL_POINTER)
            }
            return quads
        }
        try FittingRefusal.pairs { () throws(RigidFitError) in
            var places: [Int64: (old: [Int], new: [Int])] = [:], keys: [Int64] = []
            for place in old.indices where oldKeys[place] >= 0 {
                if places[oldKeys[place]] == nil { keys.append(oldKeys[place]) }
                places[oldKeys[place], default: ([], [])].old.append(place)
            }
            for place in new.indices where newKeys[place] >= 0 {
                places[newKeys[place]]?.new.append(place)
            }
            let both = keys.map { places[$0] ?? ([], []) }.filter { !$0.new.isEmpty }
            let matched = both.filter { $0.old.count == 1 && $0.new.count == 1 }.map {
                ($0.old[0], $0.new[0])
            }
            let sources = matched.map { old[$0.0] }, targets = matched.map { new[$0.1] }
            let orders = try CornerOrders.ofJoined(sources, targets)
            let pairs = try Correspondences(
                quads: sources, targets: zip(targets, orders).map { $0.reordered($1.order) })
            let repeated = both.filter { $0.old.count > 1 || $0.new.count > 1 }
            if let refusal = LeftoverRival.refusal(
                of: old, new, repeated: repeated, matched.map { (old: $0.0, new: $0.1) }, pairs)
            {
                throw refusal
            }
        }
    }
}
