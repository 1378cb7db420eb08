public import CQuadcal
internal import QuadGeometry

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_findings(
    _ quad: UnsafePointer<Double>!, _ facing: UnsafePointer<Double>!,
    _ limits: UnsafePointer<quadcal_limits>!, _ findings: UnsafeMutablePointer<quadcal_finding>!,
    _ room: Int64, _ count: UnsafeMutablePointer<Int64>!
) -> Int32 {
    Arguments.status { () throws(Refusal) in
        let p = Arguments.points(try Arguments.numbers(quad, 1, each: 12))
        let places = try Arguments.places(findings, room)
        let total = try Arguments.place(count)
        let check = try Arguments.check(limits), facing = try Arguments.facing(facing)
        let issues = check.issues(Quad(p[0], p[1], p[2], p[3]), facing: facing)
        total.pointee = Int64(issues.count)
        guard let first = places.baseAddress else { return }
        for place in 0..<min(issues.count, Int(room)) { first[place] = quadcal_finding(issues[place]) }
    }
}

extension quadcal_finding {
    fileprivate init(_ issue: QuadIssue) {
        self.init()
        code = Int32(issue.code.number)
        severity = Int32(issue.severity.number)
        value = issue.value ?? .nan
        limit = issue.limit ?? .nan
        unit = Int32(issue.unit?.number ?? QUADCAL_UNIT_NONE)
        corner = Int32(issue.corner ?? -1)
        coordinate = Int32(issue.coordinate ?? -1)
        let place = issue.location ?? SIMD3(repeating: .nan)
        location = (place.x, place.y, place.z)
        order = (-1, -1, -1, -1)
        switch issue.fix {
        case .reorder(let corners)?:
            fix = Int32(QUADCAL_FIX_REORDER)
            order = (Int32(corners.x), Int32(corners.y), Int32(corners.z), Int32(corners.w))
        case .flatten?: fix = Int32(QUADCAL_FIX_FLATTEN)
        case .dropMarker?, nil: fix = Int32(QUADCAL_FIX_NONE)
        }
    }
}

extension QuadIssue.Code {
    /// The number of `QUADCAL_CODE_…`, which is that of the bit in a set.
    fileprivate var number: Int { QuadIssue.CodeSet(self).rawValue.trailingZeroBitCount }
}

extension QuadIssue.Unit {
    fileprivate var number: Int {
        switch self {
        case .metres: QUADCAL_UNIT_METRES
        case .squareMetres: QUADCAL_UNIT_SQUARE_METRES
        case .radians: QUADCAL_UNIT_RADIANS
        case .ratio: QUADCAL_UNIT_RATIO
        case .numbers: QUADCAL_UNIT_NUMBERS
        }
    }
}
