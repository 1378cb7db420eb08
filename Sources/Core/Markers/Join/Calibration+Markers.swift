public import RigidCalibration

extension Calibration {
    /// Fits a motion to the markers that two scans have in common, by their labels; wrong matches are found and left out.
    ///
    /// ```swift
    /// let calibration = try Calibration(oldMarkers, newMarkers)
    /// if calibration.verdict != .fail { print(calibration.moved(try oldMarkers[0].quad).center) }
    /// ```
    ///
    /// ``JoinedMarkers`` says which markers are pairs, and why others are not.
    ///
    /// - Parameters:
    ///   - old: The markers of the old scan.
    ///   - new: The markers of the new one, in any order.
    ///   - key: The key by which markers are pairs.
    ///   - options: The model, and what is known beforehand.
    /// - Throws: `JSONError` for a marker without usable corners, or `RigidFitError`.
    public init(
        _ old: [Marker], _ new: [Marker], by key: JoinKey = .label,
        options: CalibrationOptions = CalibrationOptions()
    ) throws {
        let join = MarkerJoin(
            try old.map { try MarkerObservation($0, .raw) }, try new.map { try MarkerObservation($0, .raw) },
            by: key)
        try self.init(robust: JoinedMarkers(robust: join).correspondences, options: options)
    }
}
