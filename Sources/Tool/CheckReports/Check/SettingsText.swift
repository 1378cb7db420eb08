import Markers
import QuadGeometry
import ToolMarkers
package import ToolTerminal

/// The settings of a check for people.
package enum SettingsText {
    /// Lines for standard error: what was used, and what was found and not used.
    package static func lines(_ options: CheckOptions, _ ignored: [(file: String, reason: String)])
        -> [String]
    {
        let used = options.settings.map { settings in
            let count = settings.settings.changes.count
            let parts = [
                settings.settings.profile.map { "profile \($0.rawValue)" },
                count > 0 ? counted(count, "limit") : nil,
            ].compactMap { $0 }
            return
                "\(visible(settings.file)): sets \(parts.isEmpty ? "nothing" : parts.joined(separator: ", ")); "
                + "--config none ignores it"
        }
        return ignored.map { file, reason in
            "\(visible(file)): not used, since \(reason); --config FILE uses it anyway"
        } + [used].compactMap { $0 }
    }
}

extension CheckOptions {
    /// Reads the settings that hold for files; returns those that are not used, and why.
    package mutating func findSettings(for files: [String]) throws(Failure) -> [(
        file: String, reason: String
    )] {
        var search = SettingsSearch()
        switch settingsChoice {
        case .search: settings = try search.settings(for: files)
        case .none: break
        case .file(let file): settings = try SettingsFile(file, Input.bytes(of: file))
        }
        return search.ignored
    }
}
