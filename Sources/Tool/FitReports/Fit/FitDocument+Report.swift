import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
import StrictJSON
package import ToolTerminal

extension SchemaDocument {
    package static let fit = SchemaDocument(
        name: "fit", about: "what quadcal fit --json prints and --save writes", schema: FitDocument.schema)
}

extension FitDocument {
    /// A fit for programs, which a later command can use again.
    package init(_ report: FitReport) {
        let asked = report.options, pairs = report.pairs
        var options = Options.Fit()
        options.model = asked.model
        (options.gravityDegrees, options.noise) = (asked.calibration.tilt, asked.noise)
        options.markerNoise = asked.markerNoise
        options.groups = asked.groups == .auto ? nil : asked.groups
        (options.isRobust, options.bound, options.choice) = (asked.isRobust, asked.bound, asked.choice)
        options.straightening = asked.straightening == .none ? nil : asked.straightening
        (options.tolerance, options.failOn) = (asked.tolerance, asked.failsOn)
        let names = PairNames(pairs.pairs, ids: pairs.ids, lines: pairs.lines, groups: pairs.groupNames)
        self.init(
            report.calibration, of: pairs.pairs, names, options,
            report.remarks.map { Judgement($0, names, report) }, worstErrorAtPairs: report.worstErrorAtPairs,
            report.reliability)
        version = QuadcalVersion.text
        inputs = pairs.source.inputs
        pairs.source.describe(in: &self)
        advice = report.advice?.document
        evidence?.error95.atWorstPoint = report.predictions.compactMap(\.error).max()
        if let taken = report.straightening.taken { straighten(by: taken, times: pairs.source.times) }
        setResults(report.points, report.predictions, report.checkPairs, report.checks)
    }

    /// A motion from two matrices, in the form of a fit that has no pairs.
    package init(_ report: MatrixReport) {
        self.init()
        version = QuadcalVersion.text
        inputs = [report.old?.input("old"), report.new.input("new")].compactMap { $0 }
        var options = Options.Matrices()
        options.direction = report.direction
        (options.tolerance, options.failOn) = (report.options.tolerance, report.options.failsOn)
        self.options = .matrices(options)
        if let remark = report.remark {
            var judgement = Judgement()
            (judgement.code, judgement.sentence) = (remark.code.rawValue, remark.sentence)
            judgement.severity = remark.fails ? .error : .warning
            judgements = [judgement]
        }
        decide()
        motion = Motion(report.newFromOld, tilt: report.tilt)
        setResults(report.points, report.predictions, report.checkPairs, report.checks)
    }

    /// Adds the points and the check pairs, if there are any, with their files.
    private mutating func setResults(
        _ points: PointFile?, _ predictions: [Prediction], _ checkPairs: CheckPairs?,
        _ checks: [CheckedPair]
    ) {
        if let points {
            inputs.append(points.input)
            self.points = predictions.enumerated().map { place, one in
                var point = Point()
                (point.id, point.line) = (points.ids[place], points.lines[place])
                (point.source, point.moved, point.error95) = (one.source, one.moved, one.error)
                point.motionError95 = one.motionError
                (point.time, point.shift, point.beyond) = (one.time, one.shift?.shift, one.beyond)
                return point
            }
        }
        guard let checkPairs else { return }
        inputs += checkPairs.inputs
        self.checks = checks.enumerated().map { place, one in
            var check = Check()
            (check.id, check.line) = (checkPairs.ids[place], checkPairs.lines[place])
            check.group = checkPairs.groupName(of: place)
            (check.residual, check.length) = (one.residual, one.residual.length)
            (check.bound, check.misses) = (one.bound, one.misses)
            (check.error95, check.motionError95) = (one.error, one.motionError)
            return check
        }
    }
}

extension FitDocument.Judgement {
    /// A remark with its code, its numbers and its sentence.
    fileprivate init(_ remark: FitRemark, _ names: FitDocument.PairNames, _ report: FitReport) {
        switch remark {
        case .judged(let judgement):
            self.init(judgement, names, report.pairs.pairs, report.sentence(remark))
            return
        case .checksMiss(let missed):
            self.init()
            checks = missed.map { report.checkPairs?.ids[$0] ?? "" }
        case .toleranceExceeded(let error, let tolerance, let point):
            self.init()
            (error95, self.tolerance) = (.some(error), tolerance)
            self.point = .some(point.flatMap { report.points?.ids[$0] })
        case .unnamedMarker(let pair):
            self.init()
            pairs = Array(report.pairs.ids[pair..<(pair + 4)])
        case .straightened(let own), .straighteningHelps(let own):
            self.init()
            (leaveOneOut, leaveOneOutOfMotion) = (own.leaveOneOut, own.leaveOneOutOfMotion)
        case .notStraightened: self.init()
        case .beyondMarkers(let names):
            self.init()
            points = names
        }
        (code, severity) = (remark.code, Severity(remark.severity))
        sentence = report.sentence(remark)
    }
}
