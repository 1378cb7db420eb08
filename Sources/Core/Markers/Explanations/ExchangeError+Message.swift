internal import Foundation
internal import StrictJSON

extension ExchangeError: ExplainedError {
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch fault {
        case .empty: ("no pose in it, expected \(format.convention)", "check what wrote it")
        case .fieldCount(let count, let expected):
            (
                (count > expected ? "more than \(counted(expected, "field"))" : counted(count, "field"))
                    + ", expected \(expected): \(format.convention)",
                count < expected ? "complete the line, or check the format" : "check the format"
            )
        case .noNumber(let found, let field):
            (
                "\(field) is \(listener.quoted(found)), expected a number as in 1.5, -3 or 2e-3",
                "correct it, or check the format"
            )
        case .nonFinite(let field):
            ("\(field) is not finite, expected a finite number", "correct it or remove the pose")
        case .outOfRange(let field):
            (
                "\(field) is out of range, expected a realistic position in metres",
                "correct it or remove the pose"
            )
        case .notUnit(let length):
            (
                "the quaternion's length is \(MeasureText.digits(6, length)), off by "
                    + "\(MeasureText.digits(3, (length - 1).magnitude)), expected 1 to within "
                    + MeasureText.shortest(Pose.largestLengthDefect),
                "check that the columns are those of the format, or normalise it where it comes from"
            )
        case .matrix(let error): error.explained(to: listener)
        case .severalPoses(let count):
            (
                "the second of \(counted(count, "pose")), expected a single motion",
                "keep one"
                    + listener.words(program: "", commandLine: ", or pair trajectories with --poses")
            )
        case .noPoints(let count):
            (
                "\(counted(count, "field")) in the line of points behind an image, expected X Y POINT3D_ID in threes",
                "put an empty line behind each image that has no points"
            )
        case .notUTF8: ("a name is not UTF-8", "save the file as UTF-8")
        case .json(let error): (error.message(to: listener), nil)
        default: parameterFault(listener)
        }
    }

    /// The same for parameters of a pipeline and flags of a command.
    private func parameterFault(_ listener: Listener) -> (message: String, remedy: String?) {
        switch fault {
        case .notHelmert(let name):
            (
                "a step is proj=\(listener.shown(name)), expected only proj=helmert, which is rigid",
                "remove the step, or apply it with PROJ"
            )
        case .unknownParameter(let name):
            ("\(listener.shown(name)) is not supported here, so the motion would be another", "remove it")
        case .repeatedParameter(let name):
            ("\(listener.shown(name)) appears twice, expected it once", "remove one of them")
        case .missing(let what): ("\(listener.shown(what)) is missing", "add it")
        case .badValue(let found, let name, let expected):
            ("\(listener.shown(name)) is \(listener.quoted(found)), expected \(expected)", "correct it")
        case .missingConvention:
            (
                "rotations without +convention, whose two conventions turn in opposite ways",
                "add +convention=position_vector or +convention=coordinate_frame"
            )
        case .scaled(let scale):
            (
                "+s is \(MeasureText.shortest(scale)) parts per million, expected a motion that keeps lengths",
                "remove the scale, or apply it with PROJ"
            )
        default: ("both a quaternion and yaw, pitch, roll are given, expected one of them", "remove one")
        }
    }
}

extension TrajectoryPairsError: ExplainedError {
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch self {
        case .twoFormats(let old, let new):
            ("one is \(old.rawValue) and the other \(new.rawValue), expected one format", "give both in one")
        case .repeated(let first, let second, let side):
            (
                "the \(side.rawValue) pose \(listener.quoted(second.name)) of line \(second.line) is that of line "
                    + "\(first.line) again, expected each once", "remove one of them"
            )
        case .otherCount(let old, let new):
            (
                "\(counted(old, "old pose")) and \(new) new, which are paired by their lines, expected as many",
                "write both from the same images, or use a format with times or names"
            )
        case .none(let nearest?):
            (
                "no two poses are of the same time; the nearest are \(MeasureText.digits(3, nearest * 1000)) ms apart",
                listener.words(
                    program: "allow a larger gap, or check the clocks",
                    commandLine: "allow more with --match-ms, or check the clocks")
            )
        case .none(nil): ("no name is in both, expected the same images", "check the names")
        case .pairs(let error): (error.message, error.remedy)
        }
    }
}
