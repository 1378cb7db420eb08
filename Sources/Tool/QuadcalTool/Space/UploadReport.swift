import Foundation
import Markers
import MarkersJobs
import StrictJSON
import ToolTerminal

struct UploadReport: Sendable {
    let files: [FileRecord]
    let listing: SpaceListing
    let session: UUID
    /// The markers as the server has them, in the order of the files.
    let made: [Marker]
    /// The number of them that were there before.
    let earlier: Int
    /// Those whose corners the server has in another way than they were sent.
    let differing: [Marker]

    var text: String {
        let place = "session \(session.wireText) of \(quoted(listing.space.key))"
        guard differing.isEmpty else {
            return
                "FAIL  \(counted(differing.count, "marker")) of \(place) got other corners than were sent: "
                + "\(listed(differing) { $0.id.wireText })\n"
        }
        let before = earlier == 0 ? "" : ", \(earlier) of them by an earlier upload"
        return "PASS  \(counted(made.count, "marker")) created in \(place)\(before)\n"
    }
}

extension UploadReport: RunDocument {
    var verdict: Verdict { differing.isEmpty ? .pass : .fail }
    var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    static let members: [DocumentMember<UploadReport>] =
        .head("quadcal.upload/1", verdict: "It is fail if the server has other corners than were sent.") + [
            .always("inputs", \.files, "The files.", schema: .array(FileRecord.schema(roles: ["markers"]))),
            .always("space", \.space, "The id of the space."),
            .always("session", \.sessionID, "The id of the session."),
            .always("markers", \.ids, "The ids that the server gave the markers, in the order of the files."),
            .always("earlier", \.earlier, "How many of them an earlier upload had created."),
            .always("differing", \.differingIDs, "The ids of those whose corners are not as they were sent."),
        ]

    private var space: String { listing.space.id.text }
    private var sessionID: String { session.wireText }
    private var ids: [String] { made.map(\.id.wireText) }
    private var differingIDs: [String] { differing.map(\.id.wireText) }
}

extension SchemaDocument {
    static let upload = SchemaDocument(
        name: "upload", about: "what quadcal upload --json prints", schema: UploadReport.schema)
}
