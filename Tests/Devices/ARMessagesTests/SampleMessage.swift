import ARMessages
import QuadGeometry

/// The documented messages, byte for byte, and poses whose products were computed with 40 digits.
enum SampleMessage {
    static let token = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

    /// The offset form of server and client 0.1.0.
    static let offset =
        #"{"session_token":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","endpoint":"echo","#
        + #""payload":{"offset":{"x":3.2,"y":1.3,"z":4.0},"params":{"foo":"bar"}}}"#

    /// The matrix form of the documented client: yaw 15° at (0.5, 0.25, -1).
    static let matrix =
        #"{"session_token":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","endpoint":"draw","#
        + #""payload":{"transform":{"c0":[0.9659258262890683,0.0,-0.25881904510252074,0.0],"#
        + #""c1":[0.0,1.0,0.0,0.0],"c2":[0.25881904510252074,0.0,0.9659258262890683,0.0],"#
        + #""c3":[0.5,0.25,-1.0,1.0]},"params":{"foo":"bar"}}}"#

    /// A message of this payload.
    static func payload(_ payload: String, endpoint: String = "draw") -> String {
        #"{"session_token":"\#(token)","endpoint":"\#(endpoint)","payload":\#(payload)}"#
    }

    /// The matrix form with one of its columns in other words.
    static func matrix(column: Int, _ text: String) -> String {
        var columns = ["[1,0,0,0]", "[0,1,0,0]", "[0,0,1,0]", "[0,0,0,1]"]
        columns[column] = text
        let members = columns.enumerated().map { #""c\#($0)":\#($1)"# }.joined(separator: ",")
        return payload(#"{"transform":{\#(members)}}"#)
    }

    static func yaw(_ degrees: Double, _ shift: SIMD3<Double>) -> RigidTransform {
        let turn = Rotation(angle: degrees * .pi / 180, axis: SIMD3(0, 1, 0)) ?? .identity
        return RigidTransform(rotation: turn, translation: shift) ?? .identity
    }
}
