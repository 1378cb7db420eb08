internal import MarkerTables
internal import QuadGeometry

extension MarkerFinding: CustomStringConvertible {
    /// The measurement in words, with the number and the limit.
    public var message: String { message(.program) }

    /// The remedy in words; nil where none is known.
    public var remedy: String? {
        switch cause {
        case .quad(var issue):
            // Where a unit may have slipped, nothing is repaired.
            issue.fix = fix
            return issue.remedy
        case .row(let fault): return fault.remedy(isFirstRow: site.index == 0)
        case .record(let issue): return issue.code.remedy
        case .content: return "name a file of markers"
        }
    }

    /// The place and the names of the marker, the severity, the code, the measurement and the remedy in a line.
    public var description: String {
        let place = text(.program)
        return (place.isEmpty ? "" : "\(place) ")
            + "\(severity.rawValue.uppercased()) \(code.rawValue) \(details(.program))"
    }

    /// The place and the names of what it is about.
    package func text(_ names: MarkerNames) -> String { site.text(at: pointer, line: line, names) }

    /// The measurement, with the number and the limit.
    package func message(_ names: MarkerNames) -> String {
        switch cause {
        case .quad(let issue): issue.message(other: otherLabel(names), found: found, isOfFile: isAboutFile)
        case .row(let fault): fault.message(to: names.listener)
        case .record(let issue): message(issue, names)
        case .content(let content): "is \(content.words), not markers"
        }
    }

    package func details(_ names: MarkerNames) -> String {
        var text = message(names)
        if let place = location { text += ", at \(MeasureText.place(place))" }
        if let remedy { text += "; \(remedy)" }
        return text
    }

    private var measured: String {
        let (value, limit) = MeasureText.measure(measure.value, measure.limit, measure.unit)
        return value + (limit.map { ", limit \($0)" } ?? "")
    }

    private func otherLabel(_ names: MarkerNames) -> String {
        guard let other else { return "an earlier marker" }
        return other.shortText(names) + (other.file == site.file ? "" : " of \(names.fileLabel(other.file))")
    }

    private func message(_ issue: MarkerIssue, _ names: MarkerNames) -> String {
        switch issue.code {
        case .noMarkers: "the list is empty, so nothing was checked"
        case .duplicateID: "same id as \(otherLabel(names))"
        case .missingVersion: "no version"
        case .noCalibratedData: "no calibrated_data"
        case .calibratedCenter: "the center is off the mean of the corners by \(measured)"
        case .calibratedShape: "calibrated_data differs in shape from p1 to p4, by \(measured)"
        case .staleCalibrated: "calibrated_data is off p1 to p4 and the vector by \(measured)"
        case .vectorSign:
            "calibrated_data \(isAboutFile ? "of all markers follow" : "follows") from the vector with the other sign, off by "
                + measured
        case .noVector:
            "calibrated_data \(isAboutFile ? "of all markers differ" : "differs") from p1 to p4 without a vector, by \(measured)"
        case .brokenLine:
            "the line is not valid JSON: \(issue.cause.map { "\($0.code.rawValue), expected \($0.code.expected)" } ?? "")"
        case .notAMarker, .badMember, .wrongShape, .badCalibratedData: issue.problem(names)
        }
    }
}

extension MarkerIssue {
    /// The value that was found where something else was expected.
    fileprivate func problem(_ names: MarkerNames) -> String {
        guard let (cause, found) = cause else { return "cannot be used" }
        guard cause != .missingMember else {
            return "no \(names.listener.shown(String(pointer.split(separator: "/").last ?? "")))"
        }
        guard case .value(let kind) = found else { return "expected \(cause.expected)" }
        switch (code, kind) {
        case (.notAMarker, .object): return "an object without p1 to p4"
        case (_, .array) where cause == .badCorner: return "not three finite numbers"
        default: break
        }
        let name = kind == .null ? "null" : (kind == .array || kind == .object ? "an " : "a ") + kind.rawValue
        return "\(name), expected \(code == .notAMarker ? "a marker" : cause.expected)"
    }
}

extension MarkerIssue.Code {
    fileprivate var remedy: String? {
        switch self {
        case .brokenLine: "write the line again; the others were checked"
        case .noMarkers: "check what wrote it, or ignore NO_MARKERS where a list may be empty"
        case .missingVersion: "fetch the marker again before updating it"
        case .duplicateID: "remove one of them"
        case .calibratedCenter, .calibratedShape: "let the server recompute it from p1 to p4"
        case .staleCalibrated: "quadcal calibrate recomputes it, or check the vector"
        case .vectorSign: "check with --vector and --sign, or correct the vector"
        case .noVector: "give the space its vector, or have calibrated_data removed"
        default: nil
        }
    }
}

/// The names of files and markers as somebody reads them.
package struct MarkerNames: Sendable {
    package let listener: Listener
    /// The part of an id that is shown, for markers of a file.
    private let shortened: @Sendable (_ id: String, _ file: String) -> String

    /// Names for a program, with ids as they are written.
    static let program = MarkerNames(to: .program)

    /// - Parameter shortened: The part of an id that is shown, for markers of a file; whole ids by default.
    package init(
        to listener: Listener, shortened: @escaping @Sendable (String, String) -> String = { id, _ in id }
    ) {
        (self.listener, self.shortened) = (listener, shortened)
    }

    func fileLabel(_ file: String) -> String { file == "-" ? "stdin" : listener.shown(file) }

    /// The part of an id that is shown, for markers of a file.
    func shortened(_ id: String, in file: String) -> String { shortened(id, file) }
}

extension MarkerSite {
    /// The place of it or of a part of it, for people; of a marker in memory without a file.
    package func text(at pointer: String? = nil, line: Int? = nil, _ names: MarkerNames) -> String {
        let (pointer, line) = (pointer ?? self.pointer, line ?? self.line)
        let place = [
            file.isEmpty ? nil : "\(names.fileLabel(file)):\(line)",
            isInJSON && !pointer.isEmpty ? names.listener.shown(pointer) : nil,
            name(names).map { "marker \($0)" },
        ]
        return place.compactMap { $0 }.joined(separator: " ")
    }

    /// Its place in its own file, for people.
    package func shortText(_ names: MarkerNames) -> String {
        let place = isInJSON && !pointer.isEmpty ? names.listener.shown(pointer) : "line \(line)"
        return name(names).map { "\($0) (\(place))" } ?? place
    }

    /// Its label and its id, quoted.
    package func name(_ names: MarkerNames) -> String? {
        let listener = names.listener
        guard let label, !label.isEmpty else {
            return id.map { listener.quoted(names.shortened($0, in: file)) }
        }
        return listener.quoted(label) + (id.map { " \(listener.shown(names.shortened($0, in: file)))" } ?? "")
    }
}
