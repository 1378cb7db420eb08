internal import QuadGeometry
import StrictJSON

/// A motion as a command line of ROS's `static_transform_publisher`, which takes the child frame to its parent.
enum StaticTransformCommand {
    static func text(_ motion: RigidTransform) -> String {
        let t = motion.translation, q = motion.rotation.quaternionXYZW
        let values = [
            ("x", t.x), ("y", t.y), ("z", t.z), ("qx", q.x), ("qy", q.y), ("qz", q.z), ("qw", q.w),
        ]
        return "ros2 run tf2_ros static_transform_publisher "
            + values.map { "--\($0) \($1.shortestText)" }.joined(separator: " ")
            + " --frame-id \(StaticTransformMessage.parent) --child-frame-id \(StaticTransformMessage.child)"
    }

    /// Reads the flags of ROS 2, or the numbers and the two frames of ROS 1 in their order, with or without the
    /// program before them.
    static func pose(_ bytes: [UInt8]) throws(ExchangeError) -> Pose {
        var lines = TextLines(bytes, .rosCommand)
        guard let (line, ranges) = lines.nextWords() else {
            throw ExchangeError(.empty, line: 1, format: .rosCommand)
        }
        if let (next, _) = lines.nextWords() {
            throw lines.error(.severalPoses(2), next)
        }
        var words: [String] = []
        for range in ranges { words.append(try lines.text(range, in: line)) }
        if let program = words.firstIndex(where: { $0.hasSuffix("static_transform_publisher") }) {
            words.removeFirst(program + 1)
        }
        do throws(ExchangeFault) {
            let isOfFlags = words.contains { $0.hasPrefix("--") }
            return try isOfFlags ? flagged(words) : ordered(words)
        } catch {
            throw lines.error(error, line)
        }
    }

    private static let lengths = ["x", "y", "z"]
    private static let quaternion = ["qx", "qy", "qz", "qw"]
    private static let angles = ["yaw", "pitch", "roll"]
    private static let frames = ["frame-id", "child-frame-id"]

    private static func flagged(_ words: [String]) throws(ExchangeFault) -> Pose {
        var values: [String: String] = [:]
        var rest = words[...]
        while let flag = rest.popFirst() {
            let name = String(flag.dropFirst(2))
            guard flag.hasPrefix("--"), (lengths + quaternion + angles + frames).contains(name) else {
                throw .unknownParameter(flag)
            }
            guard let value = rest.popFirst() else { throw .missing("a value of \(flag)") }
            guard values.updateValue(value, forKey: name) == nil else { throw .repeatedParameter(flag) }
        }
        for frame in frames where values[frame] == nil { throw .missing("--\(frame)") }
        // A length or an angle that is left out is 0, as ROS has it; a quaternion is complete or none.
        func number(_ name: String) throws(ExchangeFault) -> Double {
            try values[name].map { (text) throws(ExchangeFault) in try self.number(text, "--\(name)") } ?? 0
        }
        let t = SIMD3(try number("x"), try number("y"), try number("z"))
        let hasQuaternion = quaternion.contains { values[$0] != nil }
        guard hasQuaternion else {
            return try pose(yaw: number("yaw"), pitch: number("pitch"), roll: number("roll"), t)
        }
        if angles.contains(where: { values[$0] != nil }) { throw .twoRotations }
        for name in quaternion where values[name] == nil { throw .missing("--\(name)") }
        return try Pose(
            quaternionXYZW: SIMD4(number("qx"), number("qy"), number("qz"), number("qw")), translation: t)
    }

    /// Seven numbers with a quaternion, or six with yaw, pitch and roll, then the frames, perhaps a period.
    private static func ordered(_ words: [String]) throws(ExchangeFault) -> Pose {
        let count = words.prefix { if case .number = NumberText($0) { true } else { false } }.count
        let names = lengths + (count == 6 ? angles : quaternion)
        guard count == names.count, (count + 2...count + 3).contains(words.count) else {
            throw .fieldCount(words.count, expected: names.count + 2)
        }
        var numbers: [Double] = []
        for (word, name) in zip(words, names) { numbers.append(try number(word, name)) }
        let t = SIMD3(numbers[0], numbers[1], numbers[2])
        guard count == 7 else {
            return try pose(yaw: numbers[3], pitch: numbers[4], roll: numbers[5], t)
        }
        return try Pose(
            quaternionXYZW: SIMD4(numbers[3], numbers[4], numbers[5], numbers[6]), translation: t)
    }

    /// Angles in radians about the fixed axes: roll about x, then pitch about y, then yaw about z.
    private static func pose(
        yaw: Double, pitch: Double, roll: Double, _ translation: SIMD3<Double>
    ) throws(ExchangeFault) -> Pose {
        guard let first = Rotation(angle: roll, axis: SIMD3(1, 0, 0)),
            let second = Rotation(angle: pitch, axis: SIMD3(0, 1, 0)),
            let third = Rotation(angle: yaw, axis: SIMD3(0, 0, 1))
        else { throw .nonFinite(field: "yaw") }
        return try Pose(
            quaternionXYZW: (third * second * first).quaternionXYZW, translation: translation)
    }

    private static func number(_ text: String, _ field: String) throws(ExchangeFault) -> Double {
        switch NumberText(text) {
        case .number(let value) where value.isFinite: return value
        case .number: throw .nonFinite(field: field)
        case .beyondDoubles: throw .outOfRange(field: field)
        case .noNumber: throw .noNumber(text, field: field)
        }
    }
}

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
