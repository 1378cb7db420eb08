public import CQuadcal
internal import QuadGeometry

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_limits_of(
    _ profile: Int32, _ limits: UnsafeMutablePointer<quadcal_limits>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let place = try Arguments.place(limits)
        switch Int(profile) {
        case QUADCAL_PROFILE_APP: place.pointee = quadcal_limits(.app)
        case QUADCAL_PROFILE_STRICT: place.pointee = quadcal_limits(.strict)
        default: throw Refusal(QUADCAL_BAD_CHOICE)
        }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_check(
    _ quads: UnsafePointer<Double>!, _ count: Int64, _ facing: UnsafePointer<Double>!,
    _ limits: UnsafePointer<quadcal_limits>!, _ level: Int32,
    _ codes: UnsafeMutablePointer<UInt32>!, _ severities: UnsafeMutablePointer<UInt8>!,
    _ faulty: UnsafeMutablePointer<Int64>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let numbers = try Arguments.numbers(quads, count, each: 12)
        let level = try Arguments.level(level)
        let check = try Arguments.check(limits), facing = try Arguments.facing(facing)
        let total = numbers.count / 12
        codes?.update(repeating: 0, count: total)
        severities?.update(repeating: UInt8(QUADCAL_SOUND), count: total)
        var found: Int64 = 0
        check.verdicts(packed: numbers, facing: facing, on: level) { index, verdict in
            codes?[index] = verdict.codes.rawValue
            if let severity = verdict.severity { severities?[index] = severity.number }
            found += 1
        }
        faulty?.pointee = found
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_measure(
    _ quads: UnsafePointer<Double>!, _ count: Int64, _ level: Int32,
    _ measures: UnsafeMutablePointer<Double>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let numbers = try Arguments.numbers(quads, count, each: 12)
        let places = try Arguments.places(measures, count, each: PackedQuads.measures)
        PackedQuads.measure(numbers, into: places, on: try Arguments.level(level))
    }
}

/// The check of who gives no limits.
private let appCheck = QuadCheck(.app)

extension Arguments {
    static func check(_ limits: UnsafePointer<quadcal_limits>?) throws(Refusal) -> QuadCheck {
        guard let limits else { return appCheck }
        return try limits.pointee.check
    }

    static func facing(_ numbers: UnsafePointer<Double>?) throws(Refusal) -> SIMD3<Double>? {
        guard let numbers else { return nil }
        return try direction(numbers)
    }
}

extension Severity {
    /// The number of `QUADCAL_HINT` to `QUADCAL_ERROR`.
    var number: UInt8 {
        switch self {
        case .hint: UInt8(QUADCAL_HINT)
        case .info: UInt8(QUADCAL_INFO)
        case .warning: UInt8(QUADCAL_WARNING)
        case .error: UInt8(QUADCAL_ERROR)
        }
    }
}

extension quadcal_limits {
    fileprivate init(_ limits: QuadLimits) {
        self.init()
        snap = limits.snap
        flatness_warning = limits.flatnessWarning
        flatness_error = limits.flatnessError
        fold_angle = limits.foldAngle
        shortest_edge = limits.shortestEdge
        longest_edge = limits.longestEdge
        aspect_ratio = limits.aspectRatio
        largest_coordinate = limits.largestCoordinate
        straight_angle = limits.straightAngle
        rectangle_angle = limits.rectangleAngle
        fold_severity = Int32(limits.foldSeverity.number)
    }

    /// The check against these limits.
    fileprivate var check: QuadCheck {
        get throws(Refusal) {
            guard reserved == 0 else { throw Refusal(QUADCAL_BAD_LIMIT) }
            var limits = QuadLimits()
            limits.snap = snap
            limits.flatnessWarning = flatness_warning
            limits.flatnessError = flatness_error
            limits.foldAngle = fold_angle
            limits.shortestEdge = shortest_edge
            limits.longestEdge = longest_edge
            limits.aspectRatio = aspect_ratio
            limits.largestCoordinate = largest_coordinate
            limits.straightAngle = straight_angle
            limits.rectangleAngle = rectangle_angle
            switch Int(fold_severity) {
            case QUADCAL_HINT: limits.foldSeverity = .hint
            case QUADCAL_INFO: limits.foldSeverity = .info
            case QUADCAL_WARNING: limits.foldSeverity = .warning
            case QUADCAL_ERROR: limits.foldSeverity = .error
            default: throw Refusal(QUADCAL_BAD_CHOICE)
            }
            guard let check = try? QuadCheck(limits) else { throw Refusal(QUADCAL_BAD_LIMIT) }
            return check
        }
    }
}
