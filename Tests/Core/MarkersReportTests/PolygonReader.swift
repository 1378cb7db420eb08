/// The reason why bytes are not polygons as quadcal writes them.
enum PolygonFault: Error, Equatable {
    case badHeader(String), badLength, badNumber, badFace
}

/// A strict reader of binary PLY with the properties that quadcal writes.
struct PolygonReader {
    struct Vertex: Equatable {
        let point: SIMD3<Float>
        let color: [UInt8]
        let residual, error: Float
    }

    private(set) var vertices: [Vertex] = []
    private(set) var faces: [[Int]] = []
    let comments: [String]

    private static let properties = [
        "property float x", "property float y", "property float z", "property uchar red",
        "property uchar green", "property uchar blue", "property float residual", "property float error95",
    ]

    init(_ bytes: [UInt8]) throws(PolygonFault) {
        let end = Array("end_header\n".utf8)
        guard let head = bytes.firstRange(of: end), bytes[..<head.lowerBound].allSatisfy({ $0 < 128 }) else {
            throw .badHeader("end_header")
        }
        let all = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\n")
            .map(String.init)
        comments = all.filter { $0.hasPrefix("comment ") }
        let lines = all.filter { !$0.hasPrefix("comment ") }
        guard lines.count == 13, lines[0] == "ply", lines[1] == "format binary_little_endian 1.0",
            Array(lines[3..<11]) == PolygonReader.properties,
            lines[12] == "property list uchar int vertex_indices", all.allSatisfy({ $0.utf8.count < 1000 })
        else { throw .badHeader(lines.joined(separator: "|")) }
        let counts = [(2, "element vertex "), (11, "element face ")].compactMap { place, prefix in
            lines[place].hasPrefix(prefix) ? Int(lines[place].dropFirst(prefix.count)) : nil
        }
        guard counts.count == 2, counts[0] > 0, counts[1] * 2 == counts[0],
            bytes.count == head.upperBound + 23 * counts[0] + 13 * counts[1]
        else { throw .badLength }
        func word(_ place: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
        }
        func float(_ place: Int) throws(PolygonFault) -> Float {
            let number = Float(bitPattern: word(place))
            guard number.isFinite else { throw .badNumber }
            return number
        }
        for place in 0..<counts[0] {
            let at = head.upperBound + 23 * place
            let point = SIMD3(try float(at), try float(at + 4), try float(at + 8))
            let vertex = Vertex(
                point: point, color: Array(bytes[(at + 12)..<(at + 15)]), residual: try float(at + 15),
                error: try float(at + 19))
            guard [vertex.residual, vertex.error].allSatisfy({ $0 >= 0 || $0 == -1 }) else {
                throw .badNumber
            }
            vertices.append(vertex)
        }
        for place in 0..<counts[1] {
            let at = head.upperBound + 23 * counts[0] + 13 * place
            let face = (0..<3).map { Int(Int32(bitPattern: word(at + 1 + 4 * $0))) }
            guard bytes[at] == 3, face.allSatisfy({ (0..<counts[0]).contains($0) }), Set(face).count == 3,
                face.allSatisfy({ $0 / 4 == place / 2 })
            else { throw .badFace }
            faces.append(face)
        }
    }
}
