import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import QuadGeometry
import ToolMarkers
import ToolServer
import ToolTerminal

/// Markers of files on their way to a session of a server.
///
/// Each has a key made of what it is and where it goes, which the server keeps with it: whoever uploads the same files again
/// creates only what is missing.
struct Upload: Sendable {
    let files: [FileRecord]
    private let markers: [RequestBody.MarkerCreation]

    /// Takes the markers as files have them: label, color and custom properties go along, ids and what servers compute do not.
    init(_ read: [MarkerFile]) {
        files = read.map { FileRecord(role: "markers", file: $0.name, sha256: $0.sha256) }
        let nowhere = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        markers = read.flatMap { file in
            file.quads.indices.map { place in
                var marker = RequestBody.MarkerCreation(workSessionID: nowhere, quad: file.quads[place])
                let site = file.site(place)
                marker.label = site.label ?? (file.format == .csv ? site.id : nil)
                marker.color = file.value(of: .color, at: place)?.string
                marker.customProperties = file.value(of: .customProperties, at: place)
                return marker
            }
        }
    }

    var count: Int { markers.count }

    private var digest: String {
        SHA256.hex(of: Array(files.map(\.sha256).joined(separator: "\n").utf8)[...])
    }

    /// The session that the options name, or a new one; that of an earlier upload of the same files is taken again.
    func session(_ options: UploadOptions, _ listing: SpaceListing, _ api: MarkersAPI) async throws(Failure)
        -> UUID
    {
        let server = try options.server.server
        if let name = options.session {
            do throws(SpaceListingError) {
                return listing.sessions[try listing.place(ofSession: name)].id
            } catch {
                throw Failure(error, on: server)
            }
        }
        let key = String(digest.prefix(Upload.keyLength))
        if let earlier = listing.sessions.first(where: { $0.meta?[MarkerCreation.key]?.string == key }) {
            return earlier.id
        }
        var body = RequestBody.Session(in: listing.space.id, type: options.newSession ?? "")
        body.meta = try? JSONValue(Array(#"{"\#(MarkerCreation.key)":"\#(key)"}"#.utf8))
        do throws(APIError) { return try await api.createWorkSession(body.json).id } catch {
            throw .server(server.description, error)
        }
    }

    /// Creates what is not there yet, and reads everything back.
    func run(in session: UUID, _ listing: SpaceListing, _ api: MarkersAPI, _ server: Origin)
        async throws(Failure) -> UploadReport
    {
        var keys: [String] = [], seen: [String: Int] = [:], sent = markers
        for place in sent.indices {
            sent[place].workSessionID = session
            let key = String(SHA256.hex(of: try Upload.bytes(of: sent[place])[...]).prefix(Upload.keyLength))
            // Markers that are alike are as many on the server as in the files.
            let number = seen[key, default: 0]
            seen[key] = number + 1
            keys.append(number == 0 ? key : "\(key)-\(number)")
        }
        let before = Set(
            listing.lists.first { $0.session == session }?.markers.compactMap {
                $0.customProperties?[MarkerCreation.key]?.string
            } ?? [])
        do throws(APIError) {
            // The command has checked them, by the limits of its options.
            let made = try await MarkerCreation(api).create(sent, keys: keys, in: session, .unchecked)
            let differing = zip(sent, made).filter { sent, made in
                guard let quad = try? made.quad else { return true }
                return !StoredTolerance(magnitude: sent.quad.largestMagnitude).allows(quad, sent.quad)
            }
            return UploadReport(
                files: files, listing: listing, session: session, made: made,
                earlier: keys.count(where: before.contains), differing: differing.map(\.1))
        } catch {
            throw .server(server.description, error)
        }
    }

    private static func bytes(of marker: RequestBody.MarkerCreation) throws(Failure) -> [UInt8] {
        do throws(JSONError) { return try marker.json() } catch { throw .json(file: "upload", error) }
    }

    /// 128 bits in hexadecimal digits.
    private static let keyLength = 32
}
