import Foundation
import Markers
import ToolTerminal

/// The beginnings of ids, as long as keeps them apart.
package struct ShortIDs: Sendable {
    private let length: Int

    package init(_ ids: [String]) {
        let sorted = Set(ids).sorted()
        let common = zip(sorted, sorted.dropFirst()).map { $0.commonPrefix(with: $1).count }.max() ?? 0
        length = max(ShortIDs.usual, common + 1)
    }

    /// Ids of up to some ten thousand objects differ in these.
    private static let usual = 8

    func shortened(_ id: String) -> String { String(id.prefix(length)) }

    /// The beginning of an id; safe for a terminal.
    package func text(_ id: String) -> String { visible(shortened(id)) }
}
