import Markers

/// The members of a saved fit, and documents in which one of them is another.
enum FitMembers {
    /// All members of a saved fit.
    static let needed =
        [
            "schema", "version", "verdict", "decidedBy", "inputs", "inputs/1/role", "inputs/1/file",
            "inputs/1/sha256", "judgements", "join", "join/target", "join/markers", "join/markers/2/name",
            "join/markers/2/old", "join/markers/2/new", "join/markers/2/newSession", "motion", "motion/model",
            "motion/scale", "motion/sourceCenter", "motion/targetCenter", "motion/rest", "motion/rotation",
            "motion/rotation/rows", "motion/rotation/columns", "motion/quaternion", "motion/quaternion/xyzw",
            "motion/quaternion/wxyz", "motion/matrix", "motion/matrix/columnMajor", "motion/matrix/rowMajor",
            "evidence", "evidence/covariance", "evidence/covariance/anchor", "evidence/covariance/order",
            "evidence/covariance/matrix", "evidence/covariance/estimated", "evidence/covariance/commonError",
            "evidence/covariance/freedom", "pairs", "pairs/7/id", "pairs/7/group", "pairs/7/source",
            "pairs/7/target", "pairs/7/weight", "pairs/7/follows", "pairs/7/residual", "pairs/7/length",
        ].map { "/" + $0 }

    /// Numbers that are consistent with all others.
    static let numbers =
        [
            "motion/scale", "motion/sourceCenter/0", "motion/targetCenter/1", "motion/rest/2",
            "motion/rotation/columns/1/2", "motion/rotation/rows/0/0", "motion/quaternion/xyzw/3",
            "motion/quaternion/wxyz/2", "motion/matrix/columnMajor/12", "motion/matrix/rowMajor/5",
            "motion/rotationDegrees/angle", "motion/rotationDegrees/axis/1", "motion/rotationDegrees/tilt",
            "motion/shift/value/0",
            "pairs/3/source/1", "pairs/3/target/0", "pairs/3/residual/2", "pairs/3/length",
        ].map { "/" + $0 }

    static let impossible: [(String, String, String)] = [
        ("/schema", "\"quadcal.fit/3\"", "NEWER_SCHEMA"), ("/schema", "\"quadcal.fit/2\"", "CONTRADICTS"),
        ("/schema", "\"quadcal.check/1\"", "NO_FIT"),
        ("/verdict", "\"fail\"", "CONTRADICTS"), ("/verdict", "\"PASS\"", "UNKNOWN_WORD"),
        ("/decidedBy", "\"TILTED\"", "CONTRADICTS"), ("/join/target", "\"both\"", "UNKNOWN_WORD"),
        ("/motion/direction", "\"source from target\"", "UNKNOWN_WORD"),
        ("/motion/direction", "7", "WRONG_TYPE"), ("/options/lengths", "\"mm\"", "UNKNOWN_WORD"),
        ("/join/markers", "[]", "CONTRADICTS"), ("/join/markers/2/name", "\"other\"", "CONTRADICTS"),
        ("/join/markers/2/old", "\"7\"", "NOT_A_UUID"), ("/motion/scale", "0", "OUT_OF_RANGE"),
        ("/motion/rotation/columns", "[[1,0,0],[0,1,0],[0,0,-1]]", "NO_ROTATION"),
        ("/motion/rotation/columns", "[[1,0,0],[0,1,0],[0,0,1]]", "CONTRADICTS"),
        ("/evidence/covariance/freedom", "-1", "OUT_OF_RANGE"),
        ("/evidence/covariance/commonError", "[-1,0,0,1,0,1]", "OUT_OF_RANGE"),
        ("/evidence", "null", "CONTRADICTS"), ("/pairs", "[]", "CONTRADICTS"),
        ("/pairs/7/weight", "-1", "OUT_OF_RANGE"), ("/pairs/7/source", "[1e61,0,0]", "OUT_OF_RANGE"),
        ("/judgements", "[{\"code\":\"TILTED\",\"severity\":\"hint\",\"sentence\":\"\"}]", "UNKNOWN_WORD"),
        (
            "/judgements",
            "[{\"code\":\"ALREADY_APPLIED\",\"severity\":\"warning\",\"sentence\":\"\",\"probability\":2}]",
            "OUT_OF_RANGE"
        ),
    ]

    private struct NoMember: Error { let pointer: String }

    private static func value(_ bytes: [UInt8], _ pointer: String) throws -> JSONValue {
        try pointer.split(separator: "/").reduce(try JSONValue(bytes)) { value, name in
            let elements = value.elements
            let part = Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            guard let part = part ?? value[String(name)] else { throw NoMember(pointer: pointer) }
            return part
        }
    }

    /// The document with another value.
    static func changing(
        _ bytes: [UInt8], _ pointer: String, _ change: (JSONValue) -> String
    ) throws -> [UInt8] {
        let value = try value(bytes, pointer), range = value.text.indices
        return Array(bytes[..<range.lowerBound]) + Array(change(value).utf8)
            + Array(bytes[range.upperBound...])
    }

    /// The document with another name before the value.
    static func renaming(_ bytes: [UInt8], _ pointer: String) throws -> [UInt8] {
        let start = try value(bytes, pointer).text.startIndex
        guard let quote = bytes[..<start].lastIndex(of: UInt8(ascii: "\"")) else {
            throw NoMember(pointer: pointer)
        }
        return Array(bytes[..<quote]) + [UInt8(ascii: "?")] + Array(bytes[quote...])
    }
}
