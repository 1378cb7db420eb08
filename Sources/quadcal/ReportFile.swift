import Markers
import MarkersReport

/// A report as people get it: a page in a file.
enum ReportFile {
    /// Writes the report of a fit that `quadcal fit` would save, of what is called so.
    static func write(
        fit document: [UInt8], _ subject: String, markers: [ReportMarker] = [],
        facts: [ReportContent.Fact] = [], date: String? = nil, to file: String, for option: String
    ) throws(Failure) {
        let content: ReportContent
        do throws(SavedFitError) {
            content = try ReportContent(
                fit: document, subject: subject, markers: markers, facts: facts, date: date ?? today)
        } catch {
            throw .savedFit(file: subject, error)
        }
        try OutputFile.write(ReportPage.html(content), to: file, for: option)
    }

    /// Refuses a name that no report can be written to, before any work is done.
    static func requireFree(_ file: String, replaces: Bool, for option: String) throws(Failure) {
        guard file != Input.standard else { throw .reportInOutput(option: option) }
        try OutputFile.requireFree(file, replaces: replaces, for: option)
    }

    /// The day it is in UTC, unless `SOURCE_DATE_EPOCH` fixes it so that the same input gives the same bytes.
    static var today: String { String(RunDate.text.prefix(10)) }
}
