/// Folders of which one glance shows all files.
enum FolderSizes {
    static let most = 22

    static func breaches(among paths: [String]) -> [Breach] {
        Dictionary(grouping: paths) { $0.split(separator: "/").dropLast().joined(separator: "/") }
            .filter { $0.value.count > most }.sorted { $0.key < $1.key }
            .map { Breach($0.key, nil, "holds \($0.value.count) Swift files, more than \(most)") }
    }
}
