import Foundation
import Markers
import ToolTerminal

/// The files that operands name: a folder is the files of markers in it, and a pattern that no shell expanded the files
/// that it matches.
enum FileOperands {
    /// The files, in the order of the operands; those of a folder or a pattern sorted by name.
    ///
    /// A file that two operands lead to is there once, unless it was named twice itself.
    static func files(_ operands: [String]) throws(Failure) -> [String] {
        let named = try operands.map { (operand) throws(Failure) in try expanded(operand) }
        var places = Set(named.filter { !$0.isExpanded }.flatMap(\.files).map(place))
        return named.flatMap { named in
            named.files.filter { !named.isExpanded || places.insert(place($0)).inserted }
        }
    }

    /// Lines about what is left out of folders: the folders in them, and the files of a saved space that hold no markers.
    static func leftOut(of operands: [String]) -> [String] {
        let folders = operands.filter { $0 != Input.standard && kind(of: $0) == S_IFDIR }
        return folders.compactMap { operand in
            guard PulledFile.areAll(in: operand), let names = try? names(in: operand) else { return nil }
            return "\(fileLabel(operand)): a saved space; not checked, since they hold no markers: "
                + listed(PulledFile.withoutMarkers.filter(names.contains)) { $0 }
        }
            + folders.compactMap { operand in
                guard let names = try? names(in: operand) else { return nil }
                let count = names.count { !$0.hasPrefix(".") && kind(of: "\(operand)/\($0)") == S_IFDIR }
                guard count > 0 else { return nil }
                return
                    "\(fileLabel(operand)): \(counted(count, "folder")) in it \(count == 1 ? "is" : "are") not searched; "
                    + "name \(count == 1 ? "it" : "them"), too"
            }
    }

    /// The line about files that folders or patterns led to, and that hold something else than markers.
    static func leftOut(_ files: [MarkerFile]) -> String? {
        guard !files.isEmpty else { return nil }
        let names = listed(files) { "\(fileLabel($0.name)) (\($0.otherContent?.words ?? ""))" }
        return
            "\(counted(files.count, "file")) not checked, since \(files.count == 1 ? "it holds" : "they hold") no "
            + "markers: \(names)"
    }

    /// The files of an operand, and whether it is something else than their name.
    private static func expanded(_ operand: String) throws(Failure) -> (files: [String], isExpanded: Bool) {
        guard operand != Input.standard else { return ([operand], false) }
        if kind(of: operand) == S_IFDIR { return (try files(in: operand), true) }
        guard operand.contains(where: "*?[".contains), kind(of: operand) == nil else {
            return ([operand], false)
        }
        guard !operand.contains("**") else { throw .deepPattern(operand) }
        let matches = try matches(operand)
        guard !matches.isEmpty else { throw .nothingMatches(pattern: operand) }
        var files: [String] = []
        for match in matches { files += kind(of: match) == S_IFDIR ? try self.files(in: match) : [match] }
        return (files, true)
    }

    /// The files of markers in a folder itself, by the ends of their names.
    private static func files(in folder: String) throws(Failure) -> [String] {
        let names = try names(in: folder).filter { name in
            !name.hasPrefix(".")
                && MarkerFormat.allCases.contains { name.lowercased().hasSuffix(".\($0.rawValue)") }
        }
        let others = PulledFile.areAll(in: folder) ? PulledFile.withoutMarkers : []
        let files = sorted(names).filter { !others.contains($0) }.map {
            folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)"
        }
        var found: [String] = [], unusable: [String] = []
        for file in files {
            switch kind(of: file) {
            // What cannot be read is for the command to report beside the others.
            case S_IFREG?, nil: found.append(file)
            // A folder of such a name is no file.
            case S_IFDIR?: continue
            // Opening a pipe or a device could wait for ever.
            default: unusable.append(file)
            }
        }
        guard unusable.isEmpty else { throw .unusableFiles(folder: folder, unusable) }
        guard !found.isEmpty else { throw .noMarkerFiles(folder: folder) }
        return found
    }

    private static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else { throw .unopened(file: folder, errno: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    private static func matches(_ pattern: String) throws(Failure) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        switch glob(pattern, GLOB_ERR, nil, &found) {
        case 0:
            let names = UnsafeBufferPointer(start: found.gl_pathv, count: Int(found.gl_pathc))
            return sorted(names.compactMap { $0.map { String(cString: $0) } })
        case GLOB_NOMATCH: return []
        default: throw .unopened(file: pattern, errno: errno)
        }
    }

    /// By their bytes, wherever it runs.
    private static func sorted(_ names: [String]) -> [String] {
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The kind of a file, or of what a link leads to; `nil`, and the reason in `errno`, where it cannot be reached.
    private static func kind(of file: String) -> mode_t? {
        var status = stat()
        return stat(file, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The same for all names of a file.
    private static func place(_ file: String) -> String {
        guard let path = realpath(file, nil) else { return file }
        defer { free(path) }
        return String(cString: path)
    }
}
