import DemoScenes
import FitReports
import FrameGraph
import FrameReports
import JobReports
import MarkerTables
import Markers
import QuadGeometry
import StrictJSON
import ToolMarkers
import ToolTerminal

/// Poses of both sides that were read, and their noise.
struct HandEyeInput {
    let table: NumberTable
    let hands, cameras: [RigidTransform]
    /// The largest amount by which a quaternion's length was not one, and was divided away.
    let normalized: Double

    /// Quaternions of a length farther from one are refused.
    static let quaternionLimit = 1e-3
    /// In metres; farther away nothing is measured.
    static let farthest = 1e6

    init(reading file: String) throws(Failure) { try self.init(NumberTable(reading: file, .handEye)) }

    init(_ bytes: [UInt8], _ file: String) throws(Failure) {
        let table: NumberTable
        do throws(TableError) { table = try NumberTable(bytes, file: file, .handEye) } catch {
            throw .table(file: file, error)
        }
        try self.init(table)
    }

    private init(_ table: NumberTable) throws(Failure) {
        var poses: [[RigidTransform]] = [[], []], normalized = 0.0
        for row in 0..<table.count {
            for side in 0..<2 {
                let place = 7 * side, line = table.lines[row]
                let q = SIMD4(
                    table.value(row, place + 3), table.value(row, place + 4), table.value(row, place + 5),
                    table.value(row, place + 6))
                let length = (q * q).sum().squareRoot(), name = table.layout.numbers[place + 3]
                guard (length - 1).magnitude <= HandEyeInput.quaternionLimit,
                    let rotation = try? Rotation(quaternionXYZW: q)
                else {
                    throw .table(file: table.file, .row(line: line, .notUnit(name: name, length: length)))
                }
                let position = table.point(row, place)
                guard position.largestMagnitude <= HandEyeInput.farthest,
                    let pose = RigidTransform(rotation: rotation, translation: position)
                else {
                    let name = table.layout.numbers[place]
                    let fault = TableFault.beyondRange(
                        name: name, found: position.largestMagnitude, limit: HandEyeInput.farthest)
                    throw .table(file: table.file, .row(line: line, fault))
                }
                poses[side].append(pose)
                normalized = Double.maximum(normalized, (length - 1).magnitude)
            }
        }
        (self.table, hands, cameras, self.normalized) = (table, poses[0], poses[1], normalized)
    }
}

/// The noise of both sides, as a file states it in degrees and millimetres a direction.
struct HandEyeNoise {
    let file: ReadFile?
    let camera: EdgeCovariance
    /// `nil` where the hand is exact beside the camera.
    let hand: EdgeCovariance?

    /// The usual noise, to be scaled to the residuals.
    init() throws(Failure) {
        let usual = HandEyeReport.usualNoise
        do throws(CovarianceError) {
            camera = try EdgeCovariance(turn: usual.turn, shift: usual.shift)
        } catch { preconditionFailure("the usual noise is above zero") }
        (file, hand) = (nil, nil)
    }

    init(reading name: String) throws(Failure) {
        let (file, sides) = try ReadFile.read(name) { (bytes) throws(JSONError) in
            let json = try JSONValue(bytes)
            let known = ["camera", "hand"]
            if let other = json.members.first(where: { !known.contains($0.name) }) {
                throw other.value.error(.unknownWord)
            }
            guard let camera = json["camera"] else { throw json.error(.missingMember) }
            return (try HandEyeNoise.side(camera), try json["hand"].map(HandEyeNoise.side))
        }
        (self.file, camera, hand) = (file, sides.0, sides.1)
    }

    private static func side(_ json: JSONValue) throws(JSONError) -> EdgeCovariance {
        func number(_ name: String) throws(JSONError) -> Double {
            guard let value = json[name] else { throw json.error(.missingMember) }
            guard let number = value.double, number > 0, number.isFinite else {
                throw value.error(.wrongType)
            }
            return number
        }
        let turn = try number("turnDegrees") * QuadLimits.degree,
            shift = try number("shiftMillimetres") / 1000
        do throws(CovarianceError) { return try EdgeCovariance(turn: turn, shift: shift) } catch {
            throw json.error(.wrongType)
        }
    }
}
