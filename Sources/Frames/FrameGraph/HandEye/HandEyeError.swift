/// The reason that no place of a camera on a hand was returned.
public enum HandEyeError: Error, Hashable, Sendable {
    case unpairedPoses(hands: Int, cameras: Int)
    case tooFewPoses(found: Int, needed: Int)
    /// The hand hardly turns: its largest turn between two poses is this, in radians, so that the camera's place is not seen.
    case turnFree(largest: Double)
    /// All turns are about one axis of the hand: the camera's shift along it stays unknown. Turns across it are of this size, in radians.
    case axisFree(axis: SIMD3<Double>, across: Double)
    /// The turns of both sides match when one of them is mirrored.
    case mirrored
    /// The steps did not settle.
    case notSettled(steps: Int, lastStep: Double)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .unpairedPoses: "UNPAIRED_POSES"
        case .tooFewPoses: "TOO_FEW_POSES"
        case .turnFree: "TURN_FREE"
        case .axisFree: "AXIS_FREE"
        case .mirrored: "MIRRORED"
        case .notSettled: "NOT_SETTLED"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .unpairedPoses(let hands, let cameras): "\(hands) poses of the hand and \(cameras) of the camera"
        case .tooFewPoses(let found, let needed): "\(found) poses; \(needed) are needed"
        case .turnFree(let largest):
            "the hand turns by at most \(largest) rad, so the camera's place does not show"
        case .axisFree(let axis, _):
            "all turns are about the axis (\(axis.x), \(axis.y), \(axis.z)) of the hand; the shift along it stays unknown"
        case .mirrored: "the turns match only when one side is mirrored"
        case .notSettled(let steps, let last): "after \(steps) steps the camera still moves by \(last)"
        }
    }

    /// The way out.
    public var remedy: String {
        switch self {
        case .unpairedPoses: "give both poses in every row"
        case .tooFewPoses: "add poses that turn the hand about two axes"
        case .turnFree: "turn the hand by 30 degrees or more between poses"
        case .axisFree: "add poses that turn the hand across that axis"
        case .mirrored:
            "look for a left-handed frame, or a camera pose that is the inverse of what is asked for"
        case .notSettled: "look for poses that are paired wrongly"
        }
    }
}
