import Foundation
package import Markers
import ToolTerminal

extension MarkerNames {
    /// Names at this run's terminal, with ids as they are written.
    package static let whole = MarkerNames(to: .terminal)

    /// Names at this run's terminal, with UUIDs as short as keeps them apart in their file.
    ///
    /// - Parameter files: The files whose ids become short.
    package init(shortIn files: [MarkerFile]) {
        let ids = files.map { file in
            file.quads.indices.compactMap { file.site($0).id }.filter { UUID(uuidString: $0) != nil }
        }
        let short = Dictionary(zip(files.map(\.name), ids.map { ShortIDs($0) })) { first, _ in first }
        self.init(to: .terminal) { id, file in
            guard let short = short[file], UUID(uuidString: id) != nil else { return id }
            return short.shortened(id)
        }
    }
}
