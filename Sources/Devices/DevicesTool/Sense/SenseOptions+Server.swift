import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import MarkersOffline
import QuadGeometry
import SensorReports
import SyncReports
import ToolMarkers
import ToolServer
import ToolTerminal

extension SenseOptions {
    /// The options with the motion that `--origin` names.
    func withOrigin() throws(Failure) -> SenseOptions {
        var options = self
        if let origin {
            options.question.spaceFromWorld = .identity
            if origin != "identity" {
                let bytes = try Input.bytes(of: origin)
                do throws(MatrixReadError) {
                    options.question.spaceFromWorld = try MatrixReader.matrix(bytes).transform
                } catch { throw .matrix(file: origin, error, formatIsStated: false) }
            }
        }
        return options
    }

    /// Creates the markers in the session that was named, each once; none where there are errors.
    func create(_ report: inout SenseReport) throws(Failure) {
        guard place.connection.server != nil, let session, !report.markers.isEmpty else { return }
        guard report.severity != .error else {
            report.isCreationRefused = true
            return
        }
        let server = try place.server
        let what = "\(counted(report.markers.count, "marker")) in session \(session) on \(server)"
        guard !onlyShows else {
            Streams.tell("quadcal: would create \(what)\n")
            return
        }
        guard saysYes || Question.isAnsweredWithYes("Create \(what)?") else { throw .declined }
        let id = try sessionID(session, server)
        let api = try place.connection.api(of: server)
        do throws(Failure) { report.creation = try SenseOptions.create(report, in: id, api, server) } catch {
            guard let store, let problem = error.cause as? APIError, problem.isOffline else { throw error }
            let wanted = try SenseOptions.wanted(report, in: id)
            try SyncWork.queue(wanted.markers, wanted.keys, in: store, for: server)
            report.creation = SenseCreation(server: server.description, session: id.wireText, ids: [])
            report.creation?.store = store
        }
    }

    private static func wanted(
        _ report: SenseReport, in session: UUID
    ) throws(Failure) -> (markers: [RequestBody.MarkerCreation], keys: [String]) {
        do throws(JSONError) { return try SensedSet(report).creations(in: session) } catch {
            throw .json(file: "markers", error)
        }
    }

    static func create(
        _ report: SenseReport, in session: UUID, _ api: MarkersAPI, _ server: Origin
    ) throws(Failure) -> SenseCreation {
        let wanted = try wanted(report, in: session)
        let ids = try waiting { () async throws(Failure) in
            do throws(APIError) {
                return try await MarkerCreation(api).create(wanted.markers, keys: wanted.keys, in: session)
                    .map(\.id.wireText)
            } catch { throw .server(server.description, error) }
        }
        return SenseCreation(server: server.description, session: session.wireText, ids: ids)
    }

    private func sessionID(_ text: String, _ server: Origin) throws(Failure) -> UUID {
        // A whole id needs no network.
        guard place.space != nil, store == nil || text.utf8.count < 36 else {
            guard let id = UUID(uuidString: text) else {
                throw .badValue(
                    option: "--session", value: text, BadValue(expected: "the whole id of a session"))
            }
            return id
        }
        let listing = try place.listing()
        do throws(SpaceListingError) { return listing.sessions[try listing.place(ofSession: text)].id } catch
        {
            throw Failure(error, on: server)
        }
    }

    func write(_ report: SenseReport) throws(Failure) {
        if let output {
            try OutputFile.write(
                SensedSet(report).bytes, to: output, replaces: replacesFile, for: "--out")
        }
        if let rosFile {
            try OutputFile.write(
                SensedArray(report).bytes, to: rosFile, replaces: replacesFile, for: "--ros")
        }
    }
}
