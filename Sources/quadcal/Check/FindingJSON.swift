import Markers
import QuadGeometry

extension CheckJSON {
    /// The members of a finding; those that say nothing are null.
    static func members(_ finding: Finding, _ json: inout JSONWriter) {
        let (value, limit, unit) = finding.measure
        json.member("code", finding.code.word)
        json.member("severity", finding.severity.rawValue)
        json.member("file", finding.site.file)
        json.member("line", finding.line)
        json.member("pointer", finding.pointer)
        json.member("id", finding.site.id)
        json.member("label", finding.site.label)
        json.member("message", finding.message)
        json.member("found", finding.found)
        json.member("value", value.map { inReport($0, unit) })
        json.member("limit", limit.map { inReport($0, unit) })
        json.member("unit", unit?.inReport)
        json.member("location", finding.location)
        json.key("other")
        if let other = finding.other {
            json.object { json in
                json.member("line", other.line)
                json.member("pointer", other.pointer)
                json.member("id", other.id)
            }
        } else {
            json.null()
        }
        json.key("fix")
        fix(finding.fix, of: finding.other, &json)
    }

    /// The members of what was done to a marker.
    static func members(_ repair: Repair, _ json: inout JSONWriter) {
        json.member("file", repair.site.file)
        json.member("line", repair.site.line)
        json.member("pointer", repair.site.pointer)
        json.member("id", repair.site.id)
        json.key("steps")
        json.array { json in
            for step in repair.steps { fix(step, of: repair.original, &json) }
        }
    }

    /// A repair, corners counted from 1; a marker to leave out names the one in whose place it stands by its
    /// id, or by its place among the rows.
    private static func fix(_ fix: QuadFix?, of original: MarkerSite?, _ json: inout JSONWriter) {
        guard let fix else { return json.null() }
        json.object { json in
            switch fix {
            case .flatten: json.member("kind", "flatten")
            case .reorder(let order):
                json.member("kind", "reorder")
                json.key("order")
                json.array { json in
                    for place in 0..<4 { json.value(order[place] + 1) }
                }
            case .dropMarker:
                json.member("kind", "drop-marker")
                json.key("of")
                if let id = original?.id {
                    json.value(id)
                } else if let index = original?.index {
                    json.value(index)
                } else {
                    json.null()
                }
            }
        }
    }

    /// Angles are reported in degrees, and to 12 digits.
    private static func inReport(_ value: Double, _ unit: QuadIssue.Unit?) -> Double {
        unit == .radians ? LimitScale.degrees.shown(value) : value
    }
}

extension QuadIssue.Unit {
    fileprivate var inReport: String {
        switch self {
        case .metres: "m"
        case .squareMetres: "m2"
        case .radians: "deg"
        case .ratio: "ratio"
        case .numbers: "fields"
        }
    }
}

extension LimitScale {
    /// The unit of the value in a report: lengths are in metres, angles in degrees.
    var reportUnit: String {
        switch self {
        case .millimetres, .metres: "m"
        case .degrees: "deg"
        case .ratio: "ratio"
        }
    }
}
