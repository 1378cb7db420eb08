import Foundation
import Markers
import MarkersReport

/// The reason why bytes are not a scene as quadcal writes it.
enum BinarySceneFault: Error, Equatable {
    case truncated, badHeader, badChunk, badPadding, wrong(String)
}

/// A strict reader of binary glTF: every length, offset, count, padding and bound is checked, and all that is there is used.
struct BinarySceneReader {
    /// A mesh in metres, with a colour for each point where it has its own.
    struct Mesh: Equatable {
        let points: [SIMD3<Float>], colors: [SIMD3<Float>]
        let triangles: [Int]
    }

    let document: JSONValue
    private(set) var meshes: [Mesh] = []
    private let numbers: ArraySlice<UInt8>
    private let accessors, views, materials: [JSONValue]

    init(_ bytes: [UInt8]) throws {
        guard bytes.count >= 20 else { throw BinarySceneFault.truncated }
        func word(_ place: Int) -> Int { BinarySceneReader.number(bytes[...], place, 4) }
        guard word(0) == 0x4654_6c67, word(4) == 2, word(8) == bytes.count else {
            throw BinarySceneFault.badHeader
        }
        let description = 20..<(20 + word(12))
        guard word(16) == 0x4e4f_534a, description.count % 4 == 0, description.upperBound + 8 <= bytes.count
        else { throw BinarySceneFault.badChunk }
        let start = description.upperBound + 8
        guard word(description.upperBound + 4) == 0x004e_4942,
            start + word(description.upperBound) == bytes.count, (bytes.count - start) % 4 == 0
        else { throw BinarySceneFault.badChunk }
        let padding = bytes[description].reversed().prefix { $0 == UInt8(ascii: " ") }.count
        guard padding < 4 else { throw BinarySceneFault.badPadding }
        document = try JSONValue(Array(bytes[description]))
        numbers = bytes[start...]
        (accessors, views) = (document["accessors"]?.elements ?? [], document["bufferViews"]?.elements ?? [])
        materials = document["materials"]?.elements ?? []
        try check()
        meshes = try document["meshes"]?.elements.map(mesh) ?? []
        try checkNodes()
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[bytes.startIndex + place + $1]) << (8 * $1) }
    }

    private func list(_ name: String) -> [JSONValue] { document[name]?.elements ?? [] }

    private static func whole(_ value: JSONValue?, _ name: String) throws -> Int {
        guard let text = value?.text, let whole = Int(String(decoding: text, as: UTF8.self)), whole >= 0
        else {
            throw BinarySceneFault.wrong(name)
        }
        return whole
    }

    /// The buffer, and the views that cover it without gap or overlap.
    private func check() throws {
        let buffers = list("buffers")
        guard document["asset"]?["version"]?.string == "2.0", buffers.count == 1, buffers[0]["uri"] == nil,
            try Self.whole(buffers[0]["byteLength"], "byteLength") == numbers.count
        else { throw BinarySceneFault.wrong("buffers") }
        var next = 0
        for view in views {
            guard try Self.whole(view["buffer"], "buffer") == 0,
                try Self.whole(view["byteOffset"], "byteOffset") == next, next % 4 == 0
            else { throw BinarySceneFault.wrong("bufferViews") }
            next += try Self.whole(view["byteLength"], "byteLength")
        }
        guard next == numbers.count else { throw BinarySceneFault.wrong("byteLength") }
    }

    /// The bytes of each element of an accessor.
    private func elements(_ place: Int, kinds: [Int: Int], type: String, target: Int) throws -> [Int] {
        guard accessors.indices.contains(place), accessors[place]["type"]?.string == type,
            let size = kinds[try Self.whole(accessors[place]["componentType"], "componentType")]
        else { throw BinarySceneFault.wrong("accessor \(place)") }
        let accessor = accessors[place], number = try Self.whole(accessor["bufferView"], "bufferView")
        guard views.indices.contains(number), try Self.whole(views[number]["target"], "target") == target
        else {
            throw BinarySceneFault.wrong("target")
        }
        let (offset, count) = (
            try Self.whole(accessor["byteOffset"], "byteOffset"), try Self.whole(accessor["count"], "count")
        )
        let stride = try views[number]["byteStride"].map { try Self.whole($0, "byteStride") } ?? size
        let length = try Self.whole(views[number]["byteLength"], "byteLength")
        guard count > 0, offset % 4 == 0, stride >= size, offset + (count - 1) * stride + size <= length,
            (target == 34962) == (views[number]["byteStride"] != nil)
        else { throw BinarySceneFault.wrong("accessor \(place)") }
        let start = try Self.whole(views[number]["byteOffset"], "byteOffset") + offset
        return (0..<count).map { start + $0 * stride }
    }

    private func points(_ place: Int, isBounded: Bool) throws -> [SIMD3<Float>] {
        let points = try elements(place, kinds: [5126: 12], type: "VEC3", target: 34962).map { start in
            SIMD3<Float>(
                (0..<3).map {
                    Float(bitPattern: UInt32(BinarySceneReader.number(numbers, start + 4 * $0, 4)))
                })
        }
        guard points.allSatisfy({ point in (0..<3).allSatisfy { point[$0].isFinite } }) else {
            throw BinarySceneFault.wrong("points")
        }
        for (name, bound) in [
            ("min", points.reduce(points[0], pointwiseMin)), ("max", points.reduce(points[0], pointwiseMax)),
        ] {
            let stated = accessors[place][name]?.elements.compactMap(\.double)
            guard stated == (isBounded ? (0..<3).map({ Double(bound[$0]) }) : nil) else {
                throw BinarySceneFault.wrong(name)
            }
        }
        return points
    }

    private func mesh(_ value: JSONValue) throws -> Mesh {
        guard let one = value["primitives"]?.elements, one.count == 1, let attributes = one[0]["attributes"],
            materials.indices.contains(try Self.whole(one[0]["material"], "material"))
        else { throw BinarySceneFault.wrong("mesh") }
        let points = try points(try Self.whole(attributes["POSITION"], "POSITION"), isBounded: true)
        let colors = try attributes["COLOR_0"].map {
            try self.points(try Self.whole($0, "COLOR_0"), isBounded: false)
        }
        let accessor = try Self.whole(one[0]["indices"], "indices")
        let size =
            try Self.whole(accessors[accessor]["componentType"], "componentType") == 5123 ? 2 : 4
        let indices = try elements(accessor, kinds: [5123: 2, 5125: 4], type: "SCALAR", target: 34963)
            .map { BinarySceneReader.number(numbers, $0, size) }
        // Two triangles a quad, and each corner is used.
        guard indices.count == points.count / 4 * 6, points.count % 4 == 0,
            Set(indices) == Set(points.indices),
            colors.map({ $0.count == points.count && $0.allSatisfy { $0.min() >= 0 && $0.max() <= 1 } })
                ?? true
        else { throw BinarySceneFault.wrong("indices") }
        return Mesh(points: points, colors: colors ?? [], triangles: indices)
    }

    /// Every node is in the scene once, and every mesh in one node.
    private func checkNodes() throws {
        let nodes = list("nodes")
        let children = try nodes.flatMap {
            try ($0["children"]?.elements ?? []).map { try Self.whole($0, "children") }
        }
        let roots = try (list("scenes").first?["nodes"]?.elements ?? []).map { try Self.whole($0, "nodes") }
        guard (children + roots).sorted() == Array(nodes.indices), roots == [0] else {
            throw BinarySceneFault.wrong("nodes")
        }
        let used = try nodes.compactMap { try $0["mesh"].map { try Self.whole($0, "mesh") } }
        guard used.sorted() == Array(meshes.indices) else { throw BinarySceneFault.wrong("mesh") }
    }

    /// The nodes of markers, with their meshes.
    var markers: [(extras: JSONValue, mesh: Mesh)] {
        list("nodes").compactMap { node in
            guard let extras = node["extras"], extras["id"] != nil, let mesh = node["mesh"]?.double else {
                return nil
            }
            return (extras, meshes[Int(mesh)])
        }
    }

    /// The node of all places before; `nil` if there is none.
    var before: (ids: [String], mesh: Mesh)? {
        list("nodes").first { $0["name"]?.string == "Before" }.flatMap { node in
            node["mesh"]?.double.map {
                (node["extras"]?["ids"]?.elements.compactMap(\.string) ?? [], meshes[Int($0)])
            }
        }
    }
}
