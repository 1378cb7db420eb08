internal import QuadGeometry

/// The calibration of a space, and how the sign of its vector is known.
public struct KnownCalibration: Sendable {
    /// The source of the sign.
    public enum Basis: String, Hashable, Sendable, CaseIterable {
        /// There is no vector, or it is too short to have a sign.
        case none
        case stated
        /// Stored markers have raw and calibrated corners that show it.
        case inferred
        /// Nothing shows it, so the vector is taken as added.
        case assumed
    }

    public let calibration: SpaceCalibration
    public let basis: Basis
    /// The evidence of the sign in the stored markers.
    public let evidence: VectorSignEvidence

    /// Takes the sign as stated, or infers it from stored markers.
    ///
    /// - Throws: The evidence, if none is stated and the stored markers contradict each other or both signs.
    public init(
        _ vector: CalibrationVector?, sign: VectorSign? = nil, _ markers: [Marker]
    ) throws(UndecidedSign) {
        evidence = VectorSignEvidence(markers, vector: vector)
        let hasVector = (vector?.numbers ?? .zero) != .zero
        switch (sign, evidence.conclusion) {
        case (let sign?, _): (calibration, basis) = (SpaceCalibration(vector, sign: sign), .stated)
        case (nil, .sign(let sign)): (calibration, basis) = (SpaceCalibration(vector, sign: sign), .inferred)
        case (nil, .noMarkers):
            (calibration, basis) = (SpaceCalibration(vector), hasVector ? .assumed : .none)
        case (nil, .spread) where hasVector, (nil, .neither) where hasVector:
            throw UndecidedSign(evidence: evidence)
        case (nil, .noVector), (nil, .spread), (nil, .neither):
            (calibration, basis) = (SpaceCalibration(vector), .none)
        }
    }
}

/// The stored markers do not show the sign of the space's vector, and none is stated.
public struct UndecidedSign: Error, Hashable, Sendable {
    public let evidence: VectorSignEvidence
}
