/// The reason why a text is not a scene that a phone shows.
enum SceneFault: Error, Equatable {
    case noHeader, unclosed, badName(String), repeatedName(String), missing(String), wrong(String)
}

/// A strict reader of scenes as text: the kind, the name, the attributes and the contents of each object.
struct SceneReader {
    final class Node {
        let kind, name: String
        fileprivate(set) var attributes: [String: String] = [:]
        fileprivate(set) var children: [Node] = []
        init(_ kind: String, _ name: String) { (self.kind, self.name) = (kind, name) }

        /// This node and all nodes in it.
        var all: [Node] { [self] + children.flatMap(\.all) }
    }

    let root: Node
    /// The file's own metadata.
    let head: [String: String]

    init(_ text: String) throws(SceneFault) {
        guard text.hasPrefix("#usda 1.0\n") else { throw .noHeader }
        var stack = [Node("", "")], head: [String: String] = [:], inHead = 0
        for line in text.split(separator: "\n").dropFirst().map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("def ") {
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
                guard parts.count >= 2 else { throw .badName(String(line)) }
                let kind = String(parts[0].dropFirst(4).dropLast()), name = String(parts[1])
                guard name.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil else { throw .badName(name) }
                guard !stack[stack.count - 1].children.contains(where: { $0.name == name }) else {
                    throw .repeatedName(name)
                }
                let node = Node(kind, name)
                stack[stack.count - 1].children.append(node)
                stack.append(node)
            } else if line == "{" || line == ")" && stack.count > 1 {
                continue
            } else if line == "}" {
                guard stack.count > 1 || inHead > 0 else { throw .unclosed }
                if stack.count > 1 { stack.removeLast() } else { inHead -= 1 }
            } else if let (name, value) = SceneReader.attribute(line) {
                if stack.count > 1 {
                    stack[stack.count - 1].attributes[name] = value
                } else {
                    head[name] = value
                    if value == "{" { inHead += 1 }
                }
            }
        }
        guard stack.count == 1, inHead == 0 else { throw .unclosed }
        (root, self.head) = (stack[0], head)
        try check()
    }

    private static func attribute(_ line: Substring) -> (String, String)? {
        guard let equals = line.firstRange(of: " = ") else { return nil }
        let name = line[..<equals.lowerBound].split(separator: " ").last ?? ""
        return (String(name), String(line[equals.upperBound...]))
    }

    /// The numbers of a value.
    static func numbers(_ text: String) throws(SceneFault) -> [Double] {
        var numbers: [Double] = []
        for part in text.split(whereSeparator: { "[](), ".contains($0) }) {
            guard let number = Double(part), number.isFinite else { throw .wrong(text) }
            numbers.append(number)
        }
        return numbers
    }

    private func check() throws(SceneFault) {
        for (name, value) in [("metersPerUnit", "1"), ("upAxis", "\"Y\""), ("defaultPrim", "\"Report\"")]
        where head[name] != value {
            throw head[name] == nil ? .missing(name) : .wrong(name)
        }
        guard root.children.map(\.name) == ["Report"] else { throw .missing("Report") }
        let report = root.children[0]
        let materials = report.children.first { $0.name == "Materials" }?.children.map(\.name) ?? []
        for mesh in report.all where mesh.kind == "Mesh" { try SceneReader.check(mesh, materials) }
    }

    private static func check(_ mesh: Node, _ materials: [String]) throws(SceneFault) {
        func value(_ name: String) throws(SceneFault) -> [Double] {
            guard let text = mesh.attributes[name] else { throw .missing(name) }
            return try numbers(text)
        }
        let points = try value("points"), counts = try value("faceVertexCounts")
        let indices = try value("faceVertexIndices"), extent = try value("extent")
        guard points.count % 3 == 0, counts.reduce(0, +) == Double(indices.count),
            counts.allSatisfy({ $0 >= 3 }), indices.allSatisfy({ $0 >= 0 && $0 < Double(points.count / 3) })
        else { throw .wrong("faceVertexCounts") }
        guard extent.count == 6 else { throw .wrong("extent") }
        for (place, number) in points.enumerated()
        where number < extent[place % 3] || number > extent[place % 3 + 3] {
            throw .wrong("extent")
        }
        guard try value("primvars:displayColor").count == 3, try value("normals").count == points.count else {
            throw .wrong("displayColor")
        }
        guard let binding = mesh.attributes["material:binding"],
            materials.contains(where: { binding == "</Report/Materials/\($0)>" })
        else { throw .missing("material:binding") }
    }
}
