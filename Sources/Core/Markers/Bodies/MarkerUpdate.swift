public import QuadGeometry
public import RigidCalibration

/// The part of the data that a plan rewrites.
public enum PushMode: String, Hashable, Sendable, CaseIterable {
    /// The corners of each marker.
    case raw
    /// The calibrated data of each marker; its corners stay as they are.
    case calibrated
    /// The vector of the space, once for all markers: a plan must then see all that the space has.
    case vector
}

/// The change of one marker.
public struct MarkerUpdate: Sendable {
    /// The new data of the marker.
    public enum Change: Hashable, Sendable {
        case corners(Quad, version: Int64)
        case calibrated(CalibratedData, version: Int64)
        /// Nothing: the space's vector takes its calibrated corners here.
        case vector(Quad)
    }

    /// The index in what was planned, from 0.
    public let index: Int
    /// The marker as it was read.
    public let marker: Marker
    public let change: Change
    /// The greatest distance that a corner moves, in metres.
    public let displacement: Double
    /// The findings at the new place, which do not prevent the move.
    public let findings: [QuadIssue]
    /// The members that are out of date afterwards, as JSON pointers.
    public let staleMembers: [String]
    /// The corners as the motion moves them, of the kind that it leads to.
    package let target: Quad
    let covariance: MotionCovariance?
    /// What it is shifted by on top of the motion; `nil` where all markers have one motion.
    public internal(set) var shift: MarkerShift?

    /// The 95 % error of the worst of the moved corners, in metres, or of the middle of a marker with a shift of its own; `nil` if nothing was
    /// fitted or the noise is not known.
    ///
    /// Computed on each access: it takes ten times as long as all the rest.
    public var predictedError: Double? {
        shift?.predictedError ?? covariance?.worstError(atMoved: target.corners)
    }

    /// The marker's bytes as they were read.
    public var before: [UInt8] { marker.text }

    /// The version that the body carries; `nil` if nothing is sent for the marker itself.
    public var version: Int64? {
        switch change {
        case .corners(_, let version), .calibrated(_, let version): version
        case .vector: nil
        }
    }

    /// The body of the PATCH: the version and the change; `nil` if nothing is sent for the marker itself.
    ///
    /// Fields in `keeping` are sent along as they were read, byte for byte, for a server that wants them.
    public func body(keeping fields: [MarkerField] = []) -> [UInt8]? {
        guard let version else { return nil }
        return JSONWriter.object { json in
            json.member("version", version)
            for field in fields where !writes(field) {
                guard let value = marker[field] else { continue }
                json.member(field.name, value)
            }
            switch change {
            case .corners(let quad, _):
                for (field, corner) in zip(MarkerField.corners, quad.corners) {
                    json.member(field.name, corner)
                }
            case .calibrated(let data, _):
                json.key(MarkerField.calibratedData.name)
                data.write(to: &json)
            case .vector: break
            }
        }
    }

    /// True if the body has its own value of a field.
    private func writes(_ field: MarkerField) -> Bool {
        switch change {
        case .corners: field == .version || MarkerField.corners.contains(field)
        case .calibrated: field == .version || field == .calibratedData
        case .vector: true
        }
    }

    /// The marker with the change and everything else as it was read, as a file has it afterwards.
    public func after() throws(JSONError) -> Marker {
        var marker = marker
        switch change {
        case .corners(let quad, _): try marker.setQuad(quad)
        case .calibrated(let data, _): try marker.setCalibratedData(data)
        case .vector: break
        }
        return marker
    }
}

/// The change of a space's vector.
public struct VectorUpdate: Sendable {
    public let before: CalibrationVector?
    public let after: CalibrationVector
    /// The part of the motion that it loses, which is no more than stored numbers lose anyway.
    public let loss: VectorLoss

    /// The body of the PATCH of the space, which has no version.
    public var body: [UInt8] {
        JSONWriter.object { json in
            json.member("calibration_vector", after.numbers)
        }
    }
}

extension Marker {
    /// The members of the marker that depend on where it was, as JSON pointers.
    public func staleMembers(_ mode: PushMode) -> [String] {
        // Until a server recomputes them; in a file they stay.
        var stale = mode != .calibrated && self[.calibratedData] != nil ? ["/calibrated_data"] : []
        if mode == .raw, self[.details] != nil { stale.append("/details") }
        for (name, value) in customProperties?.members ?? [] where !value.isNull {
            // Measures of raw corners are still true if those stay; a point of the old scan is not.
            guard name == "worldPosition" || mode == .raw && name.hasPrefix("frame_dims") else { continue }
            let token = name.pointerToken
            stale.append("/custom_props/" + token)
        }
        return stale
    }
}

/// The error of a motion that is reduced to a shift.
public struct VectorLoss: Hashable, Sendable {
    /// The shift with the least mean square error, in metres.
    public let shift: SIMD3<Double>
    /// The largest error of a corner, and the root mean square of all, in metres.
    public let largest, rms: Double
    /// The quad with the largest error.
    public let worst: Int
    /// The quads whose error is above the tolerance for stored numbers.
    public let overTolerance: [Int]

    /// Compares a motion of some quads with the best shift; `nil` without quads.
    public init?(of motion: AnchoredMotion, over quads: [Quad]) {
        guard !quads.isEmpty else { return nil }
        let center = quads.reduce(SIMD3<Double>.zero) { $0 + $1.center } / Double(quads.count)
        // A motion displaces linearly, so the mean displacement is that of the center; in this form it is
        // exact if nothing is turned.
        let shift =
            motion.targetCenter - motion.sourceCenter + motion.rest
            + motion.rotation.displacement(center - motion.sourceCenter)
        self.shift = shift
        var largest = 0.0, worst = 0, sum = 0.0, over: [Int] = []
        for (place, quad) in quads.enumerated() {
            let losses = quad.map { motion.rotation.displacement($0 - center) }
            let moved = quad.map { $0 + shift }
            if !StoredTolerance(quad, moved, shift: shift).allows(losses, Quad(.zero, .zero, .zero, .zero)) {
                over.append(place)
            }
            for loss in losses.corners {
                sum += loss.dot(loss)
                if loss.length > largest { (largest, worst) = (loss.length, place) }
            }
        }
        (self.largest, self.worst, overTolerance) = (largest, worst, over)
        rms = (sum / Double(4 * quads.count)).squareRoot()
    }
}

extension Rotation {
    /// The distance that a vector's end moves when it is turned: exactly zero if nothing turns.
    fileprivate func displacement(_ arm: SIMD3<Double>) -> SIMD3<Double> {
        (x - SIMD3(1, 0, 0)) * arm.x + (y - SIMD3(0, 1, 0)) * arm.y + (z - SIMD3(0, 0, 1)) * arm.z
    }
}
