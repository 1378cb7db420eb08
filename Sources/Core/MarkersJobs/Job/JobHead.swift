public import Foundation
public import Markers
internal import MarkersEndpoint
internal import QuadGeometry
public import RigidCalibration

/// The description of a job, without its markers.
public struct JobHead: Hashable, Sendable {
    /// The origin of the server that it was planned on, the only one that it is ever sent to.
    public var server: String
    public var space: WireID
    public var mode: PushMode
    /// The motion, and the kinds of points it starts from and leads to.
    public var motion: AnchoredMotion
    public var source, target: PointKind
    /// The shifts of markers on top of the motion; `nil` where all have one motion.
    public var straightened: StraightenedMotion?
    /// The space's calibration when it was planned.
    public var calibration: SpaceCalibration
    /// The space's vector afterwards; `nil` if it stays.
    public var vectorAfter: CalibrationVector?
    /// The number of markers, the first of the job, that the motion was fitted to; they are written before the others.
    public var fitted: Int
    /// The sessions whose markers were planned.
    public var sessions: [UUID]
    public var digest: String
    /// The date of its creation, as it is written.
    public var created: String
    public var inputs: [JobInput]

    /// The head of a plan's job.
    public init(
        _ plan: RecalibrationPlan, server: String, space: WireID, created: String, inputs: [JobInput] = []
    ) {
        let request = plan.request
        (self.server, self.space, self.created, self.inputs) = (server, space, created, inputs)
        (mode, calibration, digest) = (request.mode, request.space, plan.digest)
        (motion, source, target) = (
            request.motion.targetFromSource, request.motion.source, request.motion.target
        )
        straightened = request.motion.straightened
        vectorAfter = plan.vectorUpdate?.after
        let ids = Set(request.motion.fitted.map(\.id))
        fitted = plan.updates.count { ids.contains($0.marker.id) }
        sessions = Set(
            plan.updates.map(\.marker.workSessionID) + plan.unchanged.map(\.marker.workSessionID)
                + plan.refused.map(\.marker.workSessionID)
        ).sorted { $0.wireText < $1.wireText }
    }

    /// The rule by which its markers are written or restored.
    public func rule(_ direction: UpdateRule.Direction, _ policy: ConflictPolicy) -> UpdateRule {
        UpdateRule(
            planned, mode: mode, in: calibration, direction: direction, policy: policy)
    }

    /// The motion with the shifts of markers.
    var planned: PlannedMotion {
        PlannedMotion(motion, from: source, to: target, straightened: straightened)
    }
}

/// A file or a list that was an input of a plan.
public struct JobInput: Hashable, Sendable {
    public var name: String
    /// The SHA-256 digest of its bytes, in hexadecimal.
    public var sha256: String

    public init(name: String, sha256: String) { (self.name, self.sha256) = (name, sha256) }
}

extension JobHead {
    /// The head as JSON, which people can read, too; doubles are as short as they can be read back exactly.
    var json: [UInt8] {
        JSONWriter.object { json in
            json.member("server", server)
            json.member("space", space.text)
            json.member("mode", mode.rawValue)
            json.key("motion")
            motion.write(to: &json)
            if let straightened {
                json.key("straightening")
                FitDocument.Straightening(straightened).write(to: &json)
            }
            json.member("from", source.rawValue)
            json.member("to", target.rawValue)
            json.member("vector", calibration.vector?.numbers)
            json.member("vector_sign", Int(calibration.sign.rawValue))
            json.member("vector_after", vectorAfter?.numbers)
            json.member("fitted", fitted)
            json.array("sessions") { json in for session in sessions { json.value(session.wireText) } }
            json.member("plan", digest)
            json.member("created", created)
            json.array("inputs") { json in
                for input in inputs {
                    json.object { json in
                        json.member("name", input.name)
                        json.member("sha256", input.sha256)
                    }
                }
            }
        }
    }

    init(json: [UInt8]) throws(JobError) {
        guard let value = try? JSONValue(json), let server = value["server"]?.string,
            let space = value["space"]?.string, let digest = value["plan"]?.string,
            let created = value["created"]?.string, let fitted = value["fitted"]?.integer,
            let mode = value["mode"]?.string.flatMap(PushMode.init),
            let source = value["from"]?.string.flatMap(PointKind.init),
            let target = value["to"]?.string.flatMap(PointKind.init),
            let sign = value["vector_sign"]?.double.flatMap(VectorSign.init),
            let motion = value["motion"].flatMap(AnchoredMotion.init(stored:))
        else { throw .damaged("head") }
        func vector(_ name: String) throws(JobError) -> CalibrationVector? {
            do throws(JSONError) { return try CalibrationVector(value[name]) } catch { throw .damaged(name) }
        }
        (self.server, self.space, self.digest, self.created) = (server, WireID(space), digest, created)
        (self.mode, self.source, self.target, self.motion) = (mode, source, target, motion)
        straightened = try value["straightening"].map { (value) throws(JobError) in
            guard let straightened = (try? FitDocument.Straightening(value))?.straightened(motion) else {
                throw .damaged("straightening")
            }
            return straightened
        }
        self.fitted = Int(clamping: fitted)
        calibration = SpaceCalibration(try vector("vector"), sign: sign)
        vectorAfter = try vector("vector_after")
        sessions = value["sessions"]?.elements.compactMap(\.string).compactMap(UUID.init) ?? []
        inputs =
            value["inputs"]?.elements.compactMap { input in
                guard let name = input["name"]?.string, let sha256 = input["sha256"]?.string else {
                    return nil
                }
                return JobInput(name: name, sha256: sha256)
            } ?? []
    }
}

extension AnchoredMotion {
    /// Six points in an array: three columns of the rotation, the two centers and the rest.
    package init?(stored value: JSONValue) {
        let points = value.elements.compactMap(\.storedPoint)
        guard points.count == 6, let rotation = try? Rotation(columns: points[0], points[1], points[2]) else {
            return nil
        }
        self.init(
            stored: rotation, sourceCenter: points[3], targetCenter: points[4], rest: points[5])
    }
}

extension JSONValue {
    fileprivate var storedPoint: SIMD3<Double>? {
        let numbers = elements.compactMap(\.double)
        return numbers.count == 3 ? SIMD3(numbers[0], numbers[1], numbers[2]) : nil
    }

    var storedQuad: Quad? {
        let points = elements.compactMap(\.storedPoint)
        return points.count == 4 ? Quad(points[0], points[1], points[2], points[3]) : nil
    }
}

extension AnchoredMotion {
    /// Its numbers, which ``init(stored:)`` reads back exactly.
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for point in [rotation.x, rotation.y, rotation.z] { json.value(point) }
            for point in [sourceCenter, targetCenter, rest] { json.value(point) }
        }
    }
}
