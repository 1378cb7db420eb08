import Foundation
import QuadGeometry

/// The files of `Datasets`.
enum Dataset {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Datasets")

    static func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
    }
}

enum QuadLimitNames {
    static let all = QuadLimits.all.map(\.name)
}
