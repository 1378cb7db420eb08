package import MarkersReport
import ToolMarkers
package import ToolTerminal

/// The title block of a report, as options state it.
package struct TitleBlock: Sendable {
    private var title: String?
    private var fields: [ReportHeading.Field] = []
    /// The file of the picture, and the picture once it is read.
    package private(set) var logo: String?
    private var picture: ReportLogo?

    package init() {}

    /// The option that was given, if any; a page has to be written for it.
    var anyOption: String? {
        title != nil ? "--title" : !fields.isEmpty ? "--field" : logo != nil ? "--logo" : nil
    }

    /// The options of every command that writes a report.
    package static let options: [Option<TitleBlock>] = [
        Option("--title", "TEXT", "the report's title; by default the name of the file or the space") {
            $0.title = $1
        },
        Option(
            adding: "--field", "NAME=VALUE",
            "a field of the report: Project, Site, Operator, Device ...; may be repeated"
        ) { (block, text) throws(BadValue) in block.fields.append(try field(text)) },
        Option(file: "--logo", "FILE", "a PNG or JPEG picture for the report's title block") { $0.logo = $1 },
    ]

    private static func field(_ text: String) throws(BadValue) -> ReportHeading.Field {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].allSatisfy(\.isWhitespace) else {
            throw BadValue(expected: "a name and a value, as in Project=Hall")
        }
        return ReportHeading.Field(String(parts[0]), String(parts[1]))
    }

    /// Refuses a title block without a page that it could be on.
    package func requirePage(_ page: String?) throws(Failure) {
        guard page == nil, let anyOption else { return }
        throw .neededOption("--report OUT.html", "\(anyOption) is for it")
    }

    /// Reads and checks the picture, before any work that would be in vain without it.
    package mutating func readLogo() throws(Failure) {
        guard let logo else { return }
        let bytes = try Input.bytes(of: logo)
        do throws(ReportLogoError) { picture = try ReportLogo(bytes) } catch {
            throw Failure(
                .unreadable, file: logo, "\(fileLabel(logo)): \(error.message); \(error.remedy)")
        }
    }

    package var heading: ReportHeading { ReportHeading(title: title, fields: fields, logo: picture) }
}
