public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_moments(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!, _ count: Int64,
    _ level: Int32, _ moments: UnsafeMutablePointer<Double>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (place, p, q, level) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.place(moments), try Arguments.numbers(sources, count, each: 3),
                try Arguments.numbers(targets, count, each: 3), try Arguments.level(level)
            )
        }
        let made = try FittingRefusal.pairs { () throws(RigidFitError) in
            try PairMoments(packed: p, targets: q, on: level)
        }
        store(made, place)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_moments_merge(
    _ parts: UnsafePointer<Double>!, _ count: Int64, _ merged: UnsafeMutablePointer<Double>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let numbers = try Arguments.numbers(parts, count, each: PairMoments.numberCount)
        let place = try Arguments.place(merged)
        var all: [PairMoments] = [], pairs = 0.0
        for first in stride(from: 0, to: numbers.count, by: PairMoments.numberCount) {
            let part = try read(
                UnsafeBufferPointer(rebasing: numbers[first..<first + PairMoments.numberCount]))
            pairs += Double(part.count)
            all.append(part)
        }
        guard pairs <= PairMoments.mostStoredPairs, Int(exactly: pairs) != nil else {
            throw Refusal(QUADCAL_BAD_COUNT)
        }
        store(PairMoments.merged(all), place)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_moments_fit(
    _ moments: UnsafePointer<Double>!, _ result: UnsafeMutablePointer<quadcal_fit_result>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (place, stored) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.place(result),
                try read(try Arguments.numbers(moments, Int64(PairMoments.numberCount)))
            )
        }
        let fit = try FittingRefusal.pairs { () throws(RigidFitError) in try stored.fit() }
        place.pointee = quadcal_fit_result(fit)
    }
}

private func read(_ numbers: UnsafeBufferPointer<Double>) throws(Refusal) -> PairMoments {
    guard let moments = PairMoments(numbers: Array(numbers)) else { throw Refusal(QUADCAL_BAD_MOMENTS) }
    return moments
}

private func store(_ moments: PairMoments, _ place: UnsafeMutablePointer<Double>) {
    for (index, number) in moments.numbers.enumerated() { place[index] = number }
}
