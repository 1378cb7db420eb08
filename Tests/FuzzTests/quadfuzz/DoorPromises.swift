import CQuadcal
import QuadcalC

/// The promises of the C door for any numbers: it answers or refuses with a status that has words, it never ends the process,
/// and what it stores it reads again.
enum DoorPromises {
    static func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let numbers = numbers(bytes.dropFirst())
        var choices = FuzzChoices(first)
        switch choices.below(6) {
        case 0: quads(numbers)
        case 1: rays(numbers)
        case 2: fits(numbers, &choices)
        case 3: calibrations(numbers, &choices)
        case 4: moments(numbers, &choices)
        default: arguments(numbers, &choices)
        }
    }

    /// Numbers of eight bytes each; those of a marked byte are small and so make likely pairs.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Double] {
        guard let kind = bytes.first, kind & 1 == 1 else {
            return bytes.withUnsafeBytes { raw in
                (0..<raw.count / 8).map { raw.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
            }
        }
        return bytes.dropFirst().map { Double(Int8(bitPattern: $0)) / 16 }
    }

    private static func known(_ status: Int32) {
        promise(
            String(cString: quadcal_status_name(status)) != "UNKNOWN", "status \(status) has a name")
    }

    private static func quads(_ numbers: [Double]) {
        let count = numbers.count / 12
        var all = [UInt32](repeating: 9, count: count), alone = all
        var severities = [UInt8](repeating: 9, count: count)
        var measures = [Double](repeating: 0, count: 8 * count)
        var faulty: Int64 = -1
        known(quadcal_check(numbers, Int64(count), nil, nil, 0, &all, &severities, &faulty))
        known(quadcal_measure(numbers, Int64(count), 0, &measures))
        promise(faulty == Int64(all.count { $0 != 0 }), "all faulty quads are counted")
        for index in 0..<count {
            let one = Array(numbers[12 * index..<12 * index + 12])
            _ = quadcal_check(one, 1, nil, nil, 1, &alone[index], nil, nil)
            promise((severities[index] == 0) == (all[index] == 0), "a finding has a severity")
            findings(one, codes: all[index])
        }
        promise(all == alone, "quads have the same findings alone and at the baseline")
        var limits = quadcal_limits()
        known(quadcal_limits_of(1, &limits))
        limits.snap = numbers.first ?? 0
        limits.flatness_error = numbers.last ?? 0
        known(
            quadcal_check(
                numbers, Int64(count), numbers.count > 2 ? numbers : nil, &limits, 0, &all, nil, nil))
    }

    private static func findings(_ quad: [Double], codes: UInt32) {
        var found = [quadcal_finding](repeating: quadcal_finding(), count: 3), count: Int64 = -1
        known(quadcal_findings(quad, nil, nil, &found, Int64(found.count), &count))
        promise((count == 0) == (codes == 0), "a faulty quad has findings")
        for finding in found.prefix(Int(count)) {
            promise(codes >> UInt32(finding.code) & 1 == 1, "findings have the codes of the check")
        }
    }

    private static func rays(_ numbers: [Double]) {
        let count = numbers.count / 12, casts = numbers.count / 6
        var targets: OpaquePointer?
        known(quadcal_targets_make(numbers, Int64(count), &targets))
        defer { quadcal_targets_free(targets) }
        var indices = [Int64](repeating: -9, count: casts)
        // A ray's own numbers are as likely a range as any.
        let ranges = count % 2 == 0 ? nil : numbers
        known(
            quadcal_nearest(
                targets, numbers, ranges, Int64(casts), Int32(count % 3), 0, &indices, nil, nil))
        for index in indices {
            promise(index >= -5 && index < Int64(count), "a hit is on one of the quads")
        }
    }

    private static func fits(_ numbers: [Double], _ choices: inout FuzzChoices) {
        let count = numbers.count / 6, targets = Array(numbers.dropFirst(3 * count))
        var result = quadcal_fit_result(), problem = quadcal_problem()
        let solver = Int32(choices.below(3))
        let weights = choices.below(2) == 0 ? nil : numbers
        let status =
            weights.map { quadcal_fit(numbers, targets, $0, Int64(count), solver, &result, &problem) }
            ?? quadcal_fit(numbers, targets, nil, Int64(count), solver, &result, &problem)
        known(status)
        promise(problem.status == status, "the problem has the status")
        if status == 0 {
            promise(result.motion.rotation.0.isFinite, "a motion is of finite numbers")
            var moved = [Double](repeating: 0, count: 3 * count)
            known(quadcal_move(&result.motion, 1, numbers, Int64(count), &moved))
            // A motion that is right but for one number gets farther than any others.
            if let number = numbers.last { result.motion.target_center.1 = number }
            known(quadcal_move(&result.motion, numbers.first ?? 1, numbers, Int64(count), &moved))
            known(quadcal_translation(&result.motion, &moved))
        }
        let pairs = 1 + Int64(choices.below(5)), problems = Int64(count) / pairs
        var motions = [quadcal_motion](repeating: quadcal_motion(), count: Int(problems))
        var statuses = [Int32](repeating: -1, count: Int(problems))
        known(quadcal_fit_many(numbers, targets, problems, pairs, 0, &motions, &statuses, nil))
        for status in statuses { known(status) }
    }

    private static func calibrations(_ numbers: [Double], _ choices: inout FuzzChoices) {
        let count = min(numbers.count / 6, 40), targets = Array(numbers.dropFirst(3 * count))
        var problem = quadcal_problem()
        let groups = (0..<count).map { Int64($0 / 4) }
        let weights = choices.below(3) == 0 ? numbers.map { $0.magnitude } : nil
        let bound = choices.below(4) == 0 ? numbers.last ?? 0 : 0
        if choices.below(2) == 0 {
            var result = quadcal_robust_result()
            var inliers = [UInt8](repeating: 9, count: count)
            let status = quadcal_robust(
                numbers, targets, weights, groups, Int64(count), bound, Int32(choices.below(4)), &result,
                &inliers, &problem)
            known(status)
            promise(status != 0 || inliers.allSatisfy { $0 < 2 }, "each pair follows or does not")
            return
        }
        var options = quadcal_options(), result = quadcal_calibration()
        known(quadcal_options_usual(&options))
        options.model = Int32(choices.below(7))
        options.is_robust = Int32(choices.below(2))
        options.bound = bound
        options.choice = Int32(choices.below(3))
        options.noise = choices.below(3) == 0 ? numbers.first ?? 0 : 0
        var errors = [Double](repeating: 0, count: count)
        let status = quadcal_calibrate(
            numbers, targets, weights, groups, Int64(count), &options, numbers, Int64(count), &result,
            &errors,
            nil, &problem)
        known(status)
        promise(status != 0 || (0...2).contains(result.verdict), "a calibration has a verdict")
        known(
            quadcal_calibrate_motion(
                numbers, targets, weights, groups, Int64(count), &options, &result.motion, nil))
        known(
            quadcal_check_pairs(
                numbers, targets, weights, groups, Int64(count), &options, targets, numbers, groups,
                Int64(count), nil, &errors, nil))
        var straightened = quadcal_straightening(), shifts = [Double](repeating: 0, count: 5 * (count / 4))
        known(
            quadcal_straighten(
                numbers, targets, weights, groups, choices.below(2) == 0 ? numbers : nil, Int64(count),
                &options,
                Int32(choices.below(5)), targets, numbers, Int64(count / 4), &straightened, nil, &shifts, nil,
                nil))
        var orders = [UInt8](repeating: 9, count: 4 * (count / 4))
        let ordered = quadcal_corner_orders(numbers, targets, Int64(count / 4), &orders, nil, &problem)
        known(ordered)
        let keys = (0..<count / 4).map { _ in Int64(choices.below(4)) - 1 }
        known(quadcal_check_join(numbers, keys, Int64(count / 4), targets, keys, Int64(count / 4), nil))
        var partners = [Int64](repeating: -9, count: max(count / 4, 1))
        let joined = quadcal_join_geometry(
            numbers, keys, Int64(count / 4), targets, nil, Int64(count / 4), 0,
            Int32(choices.below(3)), &partners, &problem)
        known(joined)
        promise(
            joined != 0 || partners.prefix(count / 4).allSatisfy { (-1..<Int64(count / 4)).contains($0) },
            "a partner is a marker, or none")
        promise(ordered != 0 || orders.allSatisfy { $0 < 4 }, "each corner has its partner")
    }

    private static func moments(_ numbers: [Double], _ choices: inout FuzzChoices) {
        let size = Int(QUADCAL_MOMENT_NUMBERS)
        var result = quadcal_fit_result(), merged = [Double](repeating: 0, count: size)
        var stored = numbers + [Double](repeating: 0, count: size)
        // A likely count lets more of them be read.
        for first in stride(from: 0, to: stored.count - size + 1, by: size) where stored[first] < 0 {
            stored[first] = 3
        }
        let status = quadcal_moments_merge(stored, Int64(stored.count / size), &merged)
        known(status)
        if status == 0 { known(quadcal_moments_fit(merged, &result, nil)) }
        known(quadcal_moments_fit(stored, &result, nil))
        let count = numbers.count / 6
        guard count > 0,
            quadcal_moments(numbers, Array(numbers.dropFirst(3 * count)), Int64(count), 0, &merged, nil) == 0
        else { return }
        var again = merged
        promise(quadcal_moments_merge(merged, 1, &again) == 0, "moments of pairs are read again")
        promise(
            merged.map(\.bitPattern) == again.map(\.bitPattern), "moments that are read again are the same")
        // Moments that are right but for one or two numbers get farther than any others.
        for number in numbers.prefix(8) {
            merged[Int(choices.below(UInt32(size)))] = number
            known(quadcal_moments_fit(merged, &result, nil))
            known(quadcal_moments_merge(again + merged, 2, &stored))
            merged = again
            merged[Int(choices.below(UInt32(size)))] = number
        }
    }

    /// Counts and choices that nothing can be done with, and missing memory.
    private static func arguments(_ numbers: [Double], _ choices: inout FuzzChoices) {
        let counts: [Int64] = [.min, -1, 1 << 40, 1 << 56, .max, .max / 8, .max / 96]
        let count = counts[Int(choices.below(UInt32(counts.count)))]
        promise(quadcal_check(nil, count, nil, nil, 0, nil, nil, nil) != 0, "a count has its memory")
        promise(quadcal_measure(nil, count, 0, nil) != 0, "a count has its memory")
        promise(quadcal_fit_many(nil, nil, count, 4, 0, nil, nil, nil) != 0, "a count has its memory")
        promise(quadcal_fit(nil, nil, nil, count, 0, nil, nil) != 0, "a result has its memory")
        promise(quadcal_moments_merge(nil, count, nil) != 0, "a count has its memory")
        promise(quadcal_check(nil, 0, nil, nil, 4, nil, nil, nil) == 3, "a level is one of those there are")
        known(quadcal_check(nil, 0, nil, nil, 0, nil, nil, nil))
        quadcal_targets_free(nil)
        for number in numbers.prefix(4) where number.magnitude < 1e9 {
            for text in [
                quadcal_code_name(Int32(number)), quadcal_code_text(Int32(number)),
                quadcal_judgement_text(Int32(number)), quadcal_status_text(Int32(number)),
            ] { promise(text.map { $0.pointee != 0 } ?? false, "every number has words") }
        }
    }
}
