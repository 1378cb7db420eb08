import Markers
import MarkersReport

/// A report as people get it: a page, and a scene for phones.
enum ReportFile {
    /// Writes the page, and the scene where one is asked for.
    static func write(
        _ content: ReportContent, page: String?, scene: String? = nil, for option: String
    ) throws(Failure) {
        if let scene {
            guard let bytes = ReportScene.usdz(content) else { throw .noScene(file: content.subject) }
            try OutputFile.write(bytes, to: scene, for: "--usdz")
        }
        if let page { try OutputFile.write(ReportPage.html(content), to: page, for: option) }
    }

    /// Refuses a name that no report can be written to, before any work is done.
    static func requireFree(_ file: String, replaces: Bool, for option: String) throws(Failure) {
        guard file != Input.standard else { throw .reportInOutput(option: option) }
        try OutputFile.requireFree(file, replaces: replaces, for: option)
    }

    /// The day it is in UTC, unless `SOURCE_DATE_EPOCH` fixes it so that the same input gives the same bytes.
    static var today: String { String(RunDate.text.prefix(10)) }
}
