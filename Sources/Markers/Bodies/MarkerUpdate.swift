public import QuadGeometry
internal import RigidCalibration

/// What a plan rewrites.
public enum PushMode: String, Hashable, Sendable, CaseIterable {
    /// The corners of each marker.
    case raw
    /// The calibrated data of each marker; its corners stay as they are.
    case calibrated
    /// The vector of the space, once for all markers: a plan must then see all that the space has.
    case vector
}

/// What becomes of one marker.
public struct MarkerUpdate: Sendable {
    /// What is written for it.
    public enum Change: Hashable, Sendable {
        case corners(Quad, version: Int64)
        case calibrated(CalibratedData, version: Int64)
        /// Nothing: the space's vector takes its calibrated corners here.
        case vector(Quad)
    }

    /// Its place in what was planned, counted from 0.
    public let index: Int
    /// As it was read.
    public let marker: Marker
    public let change: Change
    /// How far the corner goes that goes farthest, in metres.
    public let displacement: Double
    /// What is wrong with it where it goes, and does not keep it from going.
    public let findings: [QuadIssue]
    /// What in it is no longer true afterwards, as JSON pointers.
    public let staleMembers: [String]
    /// Its corners where the motion leads, of the kind that it leads to.
    package let target: Quad
    let covariance: MotionCovariance?

    /// What the worst of the moved corners stays within in 95 of 100 cases, in metres; `nil` where nothing was fitted or its
    /// noise is not known.
    ///
    /// Worked out when asked for: it takes ten times as long as all the rest.
    public var predictedError: Double? { covariance?.worstError(atMoved: target.corners) }

    /// The marker's bytes as they were read.
    public var before: [UInt8] { marker.text }

    /// The version that the body carries; `nil` where nothing is sent for the marker itself.
    public var version: Int64? {
        switch change {
        case .corners(_, let version), .calibrated(_, let version): version
        case .vector: nil
        }
    }

    /// The body of the PATCH: the version and what changes; `nil` where nothing is sent for the marker itself.
    ///
    /// Fields in `keeping` are sent along as they were read, byte for byte, for a server that wants them.
    public func body(keeping fields: [MarkerField] = []) -> [UInt8]? {
        guard let version else { return nil }
        var json = JSONWriter()
        json.object { json in
            json.key("version")
            json.value(version)
            for field in fields where !writes(field) {
                guard let value = marker[field] else { continue }
                json.key(field.name)
                json.value(value)
            }
            switch change {
            case .corners(let quad, _):
                for (field, corner) in zip(MarkerField.corners, quad.corners) {
                    json.key(field.name)
                    json.value(corner)
                }
            case .calibrated(let data, _):
                json.key(MarkerField.calibratedData.name)
                data.write(to: &json)
            case .vector: break
            }
        }
        return json.bytes
    }

    /// Whether the body has its own value of a field.
    private func writes(_ field: MarkerField) -> Bool {
        switch change {
        case .corners: field == .version || MarkerField.corners.contains(field)
        case .calibrated: field == .version || field == .calibratedData
        case .vector: true
        }
    }

    /// The marker with what changes and all else as it was read, as a file has it afterwards.
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

/// What becomes of a space's vector.
public struct VectorUpdate: Sendable {
    public let before: CalibrationVector?
    public let after: CalibrationVector
    /// What the motion loses in it, which is no more than stored numbers lose anyway.
    public let loss: VectorLoss

    /// The body of the PATCH of the space, which has no version.
    public var body: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("calibration_vector")
            json.value(after.numbers)
        }
        return json.bytes
    }
}

extension Marker {
    /// What in the marker depends on where it was, as JSON pointers.
    public func staleMembers(_ mode: PushMode) -> [String] {
        // Until a server works them out anew; in a file they stay as they are.
        var stale = mode != .calibrated && self[.calibratedData] != nil ? ["/calibrated_data"] : []
        if mode == .raw, self[.details] != nil { stale.append("/details") }
        for (name, value) in customProperties?.members ?? [] where !value.isNull {
            // What was measured from raw corners is still true where those stay; a point of the old scan is not.
            guard name == "worldPosition" || mode == .raw && name.hasPrefix("frame_dims") else { continue }
            let token = name.replacing("~", with: "~0").replacing("/", with: "~1")
            stale.append("/custom_props/" + token)
        }
        return stale
    }
}
