public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_corner_orders(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!, _ count: Int64,
    _ orders: UnsafeMutablePointer<UInt8>!, _ margins: UnsafeMutablePointer<Double>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let (p, q, places) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.quads(sources, count), try Arguments.quads(targets, count),
                try Arguments.places(orders, count, each: 4)
            )
        }
        let found = try FittingRefusal.pairs { () throws(RigidFitError) in
            try CornerOrders.ofJoined(p, q)
        }
        for (place, one) in found.enumerated() {
            for corner in 0..<4 { places[4 * place + corner] = UInt8(one.order.indices[corner]) }
            margins?[place] = one.margin
        }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_check_pairs(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!,
    _ weights: UnsafePointer<Double>!, _ groups: UnsafePointer<Int64>!, _ count: Int64,
    _ options: UnsafePointer<quadcal_options>!, _ checkSources: UnsafePointer<Double>!,
    _ checkTargets: UnsafePointer<Double>!, _ checkGroups: UnsafePointer<Int64>!, _ checkCount: Int64,
    _ residuals: UnsafeMutablePointer<Double>!, _ bounds: UnsafeMutablePointer<Double>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let given = options?.pointee ?? .usual
        let (p, q, a, b, lengths, chosen) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.numbers(sources, Arguments.numbered(count), each: 3),
                try Arguments.numbers(targets, count, each: 3),
                try Arguments.numbers(checkSources, Arguments.numbered(checkCount), each: 3),
                try Arguments.numbers(checkTargets, checkCount, each: 3),
                try Arguments.places(bounds, checkCount), try given.checked
            )
        }
        try FittingRefusal.pairs { () throws(RigidFitError) in
            let checks = try CallerPairs.pairs(a, b, nil, checkGroups)
            var all = chosen
            all.checks = checks
            let made = try given.calibration(of: CallerPairs.pairs(p, q, weights, groups), all)
            let found = made.bounds(ofChecks: checks)
            for pair in 0..<checks.count {
                lengths[pair] = found?[pair] ?? .nan
                for axis in 0..<3 { residuals?[3 * pair + axis] = made.checks[pair][axis] }
            }
        }
    }
}
