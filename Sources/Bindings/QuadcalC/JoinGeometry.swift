public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_join_geometry(
    _ olds: UnsafePointer<Double>!, _ oldKeys: UnsafePointer<Int64>!, _ oldCount: Int64,
    _ news: UnsafePointer<Double>!, _ newKeys: UnsafePointer<Int64>!, _ newCount: Int64, _ bound: Double,
    _ choice: Int32, _ partners: UnsafeMutablePointer<Int64>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (old, new) = try FittingRefusal.arguments { () throws(Refusal) in
            let quads = (try Arguments.quads(olds, oldCount), try Arguments.quads(news, newCount))
            guard oldCount == 0 || partners != nil else { throw Refusal(QUADCAL_NULL_POINTER) }
            return quads
        }
        let found = try FittingRefusal.pairs { () throws(RigidFitError) in
            guard bound >= 0, bound.isFinite else { throw .badBound(pair: nil, bound: bound) }
            return try MarkerCandidates.joined(
                old, new,
                claims: claims(
                    oldKeys.map { Array(UnsafeBufferPointer(start: $0, count: old.count)) } ?? [],
                    newKeys.map { Array(UnsafeBufferPointer(start: $0, count: new.count)) } ?? []),
                bound: bound == 0 ? nil : bound, choice: try motionChoice(choice).map { .number($0) })
        }
        for place in old.indices { partners[place] = -1 }
        for pair in found { partners[pair.old] = Int64(pair.new) }
    }
}

/// The places of the keys that both sides have once.
private func claims(_ olds: [Int64], _ news: [Int64]) -> [(old: Int, new: Int)] {
    func once(_ keys: [Int64]) -> [Int64: Int] {
        var places: [Int64: Int] = [:], repeated: Set<Int64> = []
        for (place, key) in keys.enumerated() where key >= 0 {
            if places.updateValue(place, forKey: key) != nil { repeated.insert(key) }
        }
        for key in repeated { places[key] = nil }
        return places
    }
    let known = once(news)
    return once(olds).compactMap { key, old in known[key].map { (old, $0) } }.sorted { $0.old < $1.old }
}
