package import MarkersReport
import StrictJSON
import ToolMarkers
package import ToolTerminal

/// The files of a report: a page, and scenes.
package enum ReportFile {
    /// Writes the page, and those scenes that are asked for.
    package static func write(
        _ content: ReportContent, page: String?, scenes: [SceneFormat: String] = [:], replaces: Bool,
        for option: String
    ) throws(Failure) {
        for format in SceneFormat.allCases {
            guard let scene = scenes[format] else { continue }
            guard let bytes = format.bytes(content) else { throw .noScene(file: content.subject) }
            try OutputFile.write(bytes, to: scene, replaces: replaces, for: format.option)
        }
        guard let page else { return }
        try OutputFile.write(ReportPage.html(content), to: page, replaces: replaces, for: option)
    }

    /// Refuses a name that no report can be written to, before any work is done.
    package static func requireFree(_ file: String, replaces: Bool, for option: String) throws(Failure) {
        guard file != Input.standard else { throw .reportInOutput(option: option) }
        try OutputFile.requireFree(file, replaces: replaces, for: option)
    }

    /// The stamp of a page that is made now and carries a document.
    package static func stamp(_ document: [UInt8]) throws(Failure) -> PageStamp {
        PageStamp(version: QuadcalVersion.text, date: try today, document: document)
    }

    /// Today's date in UTC, unless `SOURCE_DATE_EPOCH` fixes it so that the same input gives the same bytes.
    package static var today: String {
        get throws(Failure) { String(try RunDate.text.prefix(10)) }
    }
}

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
