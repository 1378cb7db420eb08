import Foundation
package import Markers

/// The ids of markers as people read them: at a terminal, UUIDs are as short as keeps them apart in their file.
package struct MarkerNames {
    private let short: [String: ShortIDs]

    /// Ids as they are written.
    package static let whole = MarkerNames(short: [:])

    private init(short: [String: ShortIDs]) { self.short = short }

    /// - Parameter files: The files whose ids become short.
    package init(shortIn files: [MarkerFile]) {
        let ids = files.map { file in
            file.quads.indices.compactMap { file.site($0).id }.filter { UUID(uuidString: $0) != nil }
        }
        short = Dictionary(zip(files.map(\.name), ids.map { ShortIDs($0) })) { first, _ in first }
    }

    /// The part of an id that is shown, for markers of a file.
    func shortened(_ id: String, in file: String) -> String {
        guard let short = short[file], UUID(uuidString: id) != nil else { return id }
        return short.shortened(id)
    }
}
