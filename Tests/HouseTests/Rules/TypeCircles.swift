/// Circles of files of one module that name each other's types.
enum TypeCircles {
    /// An arrow that may run back, named by its files, and the reason.
    struct Exception {
        var from: String
        var to: String
        var reason: String
    }

    static let exceptions: [Exception] = []

    /// Every arrow within a circle, at the first line that makes it.
    static func breaches(in sources: [SwiftSource], but exceptions: [Exception] = exceptions) -> [Breach] {
        Dictionary(grouping: sources) { module(of: $0.path) }.sorted { $0.key < $1.key }
            .flatMap { circles(in: $0.value, but: exceptions) }
    }

    /// The module of a file below `Sources`; the kernels are several.
    static func module(of path: String) -> String {
        let folders = path.split(separator: "/")
        return folders.prefix(folders.dropFirst(2).first == "Kernels" ? 4 : 3).joined(separator: "/")
    }

    private static func circles(in files: [SwiftSource], but exceptions: [Exception]) -> [Breach] {
        let owners = Dictionary(
            files.indices.flatMap { file in files[file].names.types.map { ($0, file) } },
            uniquingKeysWith: min)
        var graph = Graph(count: files.count)
        for file in files.indices {
            graph.arrows[file] = Set(files[file].names.uses.keys.compactMap { owners[$0] }).subtracting([file]
            )
            for exception in exceptions where exception.from == files[file].name {
                graph.arrows[file] = graph.arrows[file].filter { files[$0].name != exception.to }
            }
        }
        return graph.circles().flatMap { circle in
            circle.flatMap { file in
                graph.arrows[file].intersection(circle).sorted().map { other in
                    breach(
                        from: files[file], to: files[other], in: circle.map { files[$0].name }, owners, other)
                }
            }
        }
    }

    private static func breach(
        from file: SwiftSource, to other: SwiftSource, in circle: [String], _ owners: [String: Int],
        _ owner: Int
    ) -> Breach {
        let uses = file.names.uses.filter { owners[$0.key] == owner }.sorted {
            ($0.value, $0.key) < ($1.value, $1.key)
        }
        let files =
            circle.count > 5 ? "\(circle.count) files from \(circle[0])" : circle.joined(separator: ", ")
        return Breach(
            file.path, uses[0].value,
            "names \(uses.map(\.key).joined(separator: ", ")) of \(other.name), in a circle of \(files)")
    }
}
