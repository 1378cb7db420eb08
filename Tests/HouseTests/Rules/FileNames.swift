/// Names that lead to files, and files named after their contents.
enum FileNames {
    private static let excepted = [
        "Main", "main", "Package",
        // Exports other modules, and declares nothing.
        "MarkersClient", "Quadcal",
        // Holds `Lanes` for one problem; `Lanes.swift` holds those of the other kernels.
        "SingleNumber",
        // Several functions, none of them the main one.
        "Wording",
    ]

    /// A file is named after a type, a suite or a function that it declares, or `Type+Facet` when it extends the type.
    static func breaches(in source: SwiftSource) -> [Breach] {
        guard !excepted.contains(source.name) else { return [] }
        let parts = source.name.split(separator: "+", maxSplits: 1).map(String.init)
        let isLed = source.names.declarations.contains { declaration in
            switch declaration.kind {
            case .type: parts.count == 1 && !declaration.isPrivate && declaration.name == parts[0]
            case .function:
                parts.count == 1 && !declaration.isInExtension && capital(declaration.name) == parts[0]
            case .extended: parts.count == 2 && declaration.name.split(separator: ".").last == parts[0][...]
            }
        }
        if isLed { return [] }
        let missing = parts.count == 2 ? "extends no \(parts[0])" : "declares no \(source.name)"
        let held = source.names.declarations.filter { !$0.isPrivate && !$0.isInExtension }
            .map { $0.kind == .extended ? "\($0.name)+" : $0.name }
        return [Breach(source.path, 1, "\(missing), but \(held.prefix(4).joined(separator: ", "))")]
    }

    /// Files that have their name twice.
    static func namesakes(among paths: [String]) -> [Breach] {
        let groups = Dictionary(grouping: paths) { $0.split(separator: "/").last ?? "" }
        let sharing: [[String]] = groups.values.filter { $0.count > 1 }.map { $0.sorted() }
        return sharing.sorted { $0[0] < $1[0] }.flatMap { same in
            same.dropFirst().map { Breach($0, 1, "has the name of \(same[0])") }
        }
    }

    /// The name of a file for a function. Functions of C share a beginning, which their files do not repeat.
    private static func capital(_ name: String) -> String {
        let own = name.hasPrefix("quadcal_") ? name.dropFirst("quadcal_".count) : name[...]
        return own.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
