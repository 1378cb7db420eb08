internal import QuadGeometry
@_spi(Scanning) internal import StrictJSON

/// A motion as a `geometry_msgs/TransformStamped` of ROS in JSON, which takes the child frame to its parent.
enum StaticTransformMessage {
    /// The names of the frames that motions are written with.
    static let parent = "new", child = "old"

    static func text(_ motion: RigidTransform) -> String {
        let t = motion.translation, q = motion.rotation.quaternionXYZW
        let stamp = "\"stamp\": {\"sec\": 0, \"nanosec\": 0}"
        let translation = object(["x", "y", "z"], [t.x, t.y, t.z])
        let rotation = object(["x", "y", "z", "w"], [q.x, q.y, q.z, q.w])
        return """
            {"header": {\(stamp), "frame_id": "\(parent)"}, "child_frame_id": "\(child)",
             "transform": {"translation": \(translation), "rotation": \(rotation)}}
            """
    }

    private static func object(_ names: [String], _ numbers: [Double]) -> String {
        "{" + zip(names, numbers).map { "\"\($0)\": \($1.shortestText)" }.joined(separator: ", ") + "}"
    }

    /// Reads a message, or its transform alone.
    static func pose(_ bytes: [UInt8]) throws(ExchangeError) -> Pose {
        let t: [Double], q: [Double]
        do throws(JSONError) {
            let message = try JSONValue(bytes)
            let transform = message["transform"] ?? message
            t = try numbers("translation", ["x", "y", "z"], of: transform)
            q = try numbers("rotation", ["x", "y", "z", "w"], of: transform)
        } catch {
            throw ExchangeError(.json(error), line: error.line, format: .rosJSON)
        }
        do throws(ExchangeFault) {
            return try Pose(
                quaternionXYZW: SIMD4(q[0], q[1], q[2], q[3]), translation: SIMD3(t[0], t[1], t[2]))
        } catch {
            throw ExchangeError(error, line: 1, format: .rosJSON)
        }
    }

    /// The numbers of an object that is a member of another.
    private static func numbers(
        _ member: StaticString, _ names: [StaticString], of value: JSONValue
    ) throws(JSONError) -> [Double] {
        let object = try self.member(member, of: value)
        var numbers: [Double] = []
        for name in names {
            let number = try self.member(name, of: object)
            guard number.kind == .number else {
                throw number.error(
                    JSONFault(code: .wrongType, place: number.range.lowerBound, kind: number.kind))
            }
            guard let double = number.double else { throw number.error(.numberTooLarge) }
            numbers.append(double)
        }
        return numbers
    }

    private static func member(_ name: StaticString, of value: JSONValue) throws(JSONError) -> JSONValue {
        guard value.kind == .object else {
            throw value.error(
                JSONFault(code: .wrongType, place: value.range.lowerBound, kind: value.kind))
        }
        guard let member = value["\(name)"] else {
            throw value.error(
                JSONFault(code: .missingMember, place: value.range.lowerBound, member: name))
        }
        return member
    }
}
