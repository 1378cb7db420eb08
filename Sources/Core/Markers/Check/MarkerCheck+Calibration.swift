internal import MarkerTables
internal import QuadGeometry
internal import StrictJSON

extension MarkerCheck {
    /// The findings of stored calibrated corners that do not follow from the raw ones, if the space's vector is known.
    ///
    /// Where all stored corners of a file are off in one way that is about the vector, that is one finding about the file.
    func calibrationFindings(_ file: MarkerFile) -> [MarkerFinding] {
        guard let calibration = scope.calibration ?? file.calibration else { return [] }
        var found: [(index: Int, issue: MarkerIssue)] = [], storedCount = 0
        for place in file.quads.indices {
            guard let (raw, stored) = file.calibrated(at: place) else { continue }
            storedCount += 1
            let comparison = CalibratedComparison(of: raw, stored: stored, by: calibration)
            guard let code = comparison.finding else { continue }
            let site = file.site(place)
            var issue = MarkerIssue(
                code, entry: site.index,
                pointer: site.pointer + "/\(MarkerField.calibratedData.name)"
                    + (comparison.corner.map { "/p\($0 + 1)" } ?? "/center"), line: site.line)
            (issue.value, issue.limit) = (comparison.distance, comparison.tolerance.metres)
            found.append((place, issue))
        }
        let codes = Set(found.map(\.issue.code))
        if found.count > 1, found.count == storedCount, codes.count == 1, codes.first != .staleCalibrated,
            let worst = found.max(by: { ($0.issue.value ?? 0) < ($1.issue.value ?? 0) })?.issue
        {
            var issue = MarkerIssue(worst.code, entry: -1, pointer: "", line: 1)
            (issue.value, issue.limit) = (worst.value, worst.limit)
            return [MarkerFinding(file.site, issue)]
        }
        return found.map { MarkerFinding(file.site($0.index), $0.issue) }
    }
}

extension MarkerFile {
    /// The calibration of the space that is beside the markers; `nil` if there is none, or if it cannot be read.
    fileprivate var calibration: SpaceCalibration? {
        guard let space = spaceBeside, space.kind == .object else { return nil }
        guard let vector = try? CalibrationVector(space["calibration_vector"]) else {
            let isWithout = space["calibration_vector"].map { $0.isNull || $0.elements.isEmpty } ?? false
            return isWithout ? SpaceCalibration() : nil
        }
        return SpaceCalibration(vector)
    }
}
