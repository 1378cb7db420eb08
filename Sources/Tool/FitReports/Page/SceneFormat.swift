internal import MarkersReport

/// A format of scenes, in the order in which they are written.
package enum SceneFormat: String, CaseIterable, Sendable {
    case usdz, glb, ply

    package var option: String { "--\(rawValue)" }

    /// The file; `nil` if there is nothing to see.
    func bytes(_ content: ReportContent) -> [UInt8]? {
        switch self {
        case .usdz: ReportScene.usdz(content)
        case .glb: ReportScene.glb(content)
        case .ply: ReportScene.ply(content)
        }
    }
}
