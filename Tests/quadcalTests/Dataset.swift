import Foundation
import QuadGeometry

/// The files of `Datasets/check`.
enum Dataset {
    static func read(_ name: String) throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = package.appendingPathComponent("Datasets/check/\(name)")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}

enum QuadLimitNames {
    static let all = QuadLimits.all.map(\.name)
}
