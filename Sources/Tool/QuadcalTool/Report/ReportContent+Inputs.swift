import FitReports
import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import MarkersReport
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolServer
import ToolTerminal

extension ReportContent {
    /// Reports a saved fit, and all markers of some files that it would move.
    init(_ saved: SavedFitFile, markers: PlannedMarkers? = nil) throws(Failure) {
        let fit = saved.fit
        let shown = (markers?.markers ?? []).map { ReportContent.marker($0, by: fit) }
        var facts: [Fact] = []
        if let markers {
            let unusable = markers.markers.count - shown.count + markers.refused.count
            let names = markers.files.map { visible($0.file.file) }.joined(separator: ", ")
            facts.append(
                Fact(
                    "Markers of",
                    names + (unusable > 0 ? "; \(counted(unusable, "marker")) without usable corners" : "")))
        }
        self.init(
            fit: fit, subject: saved.file, markers: shown, facts: facts, date: try ReportFile.today)
    }

    /// A marker with the place where a fit would move it, or the reason why not.
    private static func marker(_ marker: Marker, by fit: SavedFit) -> ReportMarker {
        let before = try? marker.quad
        func shown(_ after: Quad?, _ state: ReportMarker.State, _ reason: String? = nil) -> ReportMarker {
            ReportMarker(
                name: marker.reportName, id: marker.id.wireText, before: before, after: after, state: state,
                reason: reason)
        }
        if fit.targetSessions.contains(marker.workSessionID) {
            return shown(before, .leftOut, "its session supplied targets")
        }
        guard let before else { return shown(nil, .refused, "its corners cannot be read") }
        let moved = before.map { fit.targetFromSource.moved($0, growth: fit.growth) }
        guard let straightened = fit.straightened else { return shown(moved, .planned) }
        let time = marker.created?.timeIntervalSince1970
        guard let own = try? straightened.shift(of: before.center, time: time) else {
            return shown(
                before, .refused, "no usable time is known of it, by which the scan was straightened")
        }
        var planned = shown(
            moved.map { $0 + own.shift }, .planned,
            own.beyond > 0 ? "far from the markers of the fit, so that its shift fades" : nil)
        planned.error95 = own.predictedError
        return planned
    }

    /// Reports a plan: every marker with its new place, or the reason why it stays, and the remarks on all.
    init(of report: PlanReport) throws(Failure) {
        let plan = report.plan
        let unread = report.markers.refused.map { file, error in
            ReportMarker(
                name: "\(fileLabel(file)):\(error.line)", before: nil, after: nil, state: .refused,
                reason: "not a marker: \(error.code.rawValue) at \(visible(error.pointer))")
        }
        let markers = ReportMarker.all(
            of: plan, refused: { $0.text }, leftOut: { $0.text(report.markers) })
        let files = listed(report.markers.files.map { fileLabel($0.file.file) })
        var facts = [Fact("Plan", "nothing was sent"), Fact("Markers of", files)]
        if let server = report.options.connection.server { facts.append(Fact("Server", server.description)) }
        facts += [Fact("Rewrites", plan.request.mode.rawValue), Fact("Digest", plan.digest)]
        self.init(
            fit: report.fit.fit, subject: report.options.isOnline ? report.markers.label : files,
            markers: markers + unread, facts: facts,
            remarks: ReportContent.remarks(report.notes, besides: report.fit.fit), date: try ReportFile.today)
    }

    /// The remarks on a plan that its fit does not make.
    private static func remarks(_ notes: [JobNote], besides fit: SavedFit) -> [Remark] {
        let known = Set(fit.judgements.map(\.code))
        return notes.filter { !known.contains($0.code) }.map { Remark($0.code, fails: $0.fails, $0.sentence) }
    }

    /// Reports a job: every marker of its plan with its progress, those that it left where they are, and the notes on its plan.
    init(ofJobAt file: String) throws(Failure) {
        let (head, items, unmoved, document, space, notes) = try waiting { () async throws(Failure) in
            do throws(JobError) {
                let job = try Job.read(at: file)
                var items: [JobItem] = []
                for row in try await job.rows() { items.append(try await job.item(row)) }
                if job.head.mode == .vector {
                    let state = try await job.vectorState()
                    for place in items.indices { items[place].state = state }
                }
                return (
                    job.head, items, try await job.unmoved(), try await job.fit(),
                    try await job.spaceBefore(),
                    try await job.notes()
                )
            } catch {
                throw .job(file: file, error)
            }
        }
        guard let document else { throw .jobWithoutFit(file: file) }
        let shift = head.calibration.shift(to: head.source)
        var markers =
            items.map { ReportMarker($0, shift: shift) } + unmoved.map { ReportMarker($0, shift: shift) }
        let name = (try? Space(JSONValue(space)))?.name
        let subject = name ?? head.space.text
        let fit = try SavedFitFile(document, file: subject, takesShifts: true).fit
        let shifts = try? fit.straightened?.shifts(
            of: items.map { ((try? $0.before.quad)?.center ?? .zero) + shift },
            times: items.map { $0.before.created?.timeIntervalSince1970 })
        for (place, shift) in (shifts ?? []).enumerated() { markers[place].error95 = shift.predictedError }
        let undo = NextSteps(file: file, connection: ConnectionOptions()).line(.undo)
        self.init(
            fit: fit, subject: subject, markers: markers,
            facts: [
                Fact("Space", [name, head.space.text].compactMap { $0 }.joined(separator: ", ")),
                Fact("Server", head.server), Fact("Rewritten", head.mode.rawValue), Fact("Plan", head.digest),
            ] + (markers.contains { $0.state == .moved } ? [Fact("To undo it", undo)] : []),
            remarks: ReportContent.remarks(notes, besides: fit) + ReportContent.remarks(on: markers),
            date: head.created)
    }
}

extension ReportMarker {
    init(_ item: JobItem, shift: SIMD3<Double>) {
        let before = (try? item.before.quad)?.map { $0 + shift }
        let (state, reason): (State, String?) =
            switch item.state.word {
            case .pending: (.planned, "not sent yet")
            case .done: (.moved, nil)
            case .conflict: (.conflict, item.state.code)
            case .gone: (.gone, "it is no longer there")
            case .unfinished: (.pending, item.state.code)
            case .unconfirmed: (.pending, item.state.code ?? "only reading shows")
            case .undone: (.undone, "taken back")
            case .kept: (.conflict, "edited since, so it was not taken back")
            case .left: (.conflict, "changed by somebody else, and left so")
            }
        let isThere = [.planned, .moved, .pending].contains(state)
        self.init(
            name: item.before.reportName, id: item.before.id.wireText, before: before,
            after: isThere ? item.target : before, state: state, reason: reason)
    }

    /// A marker that a job left where it is.
    init(_ item: UnmovedItem, shift: SIMD3<Double>) {
        let place = (try? item.marker.quad)?.map { $0 + shift }
        let state: State =
            switch item.fate {
            case .unchanged: .unchanged
            case .refused: .refused
            case .leftOut: .leftOut
            }
        self.init(
            name: item.marker.reportName, id: item.marker.id.wireText, before: place, after: place,
            state: state,
            reason: item.code)
    }
}

extension ReportContent {
    /// The remarks on a job, by the state of its markers: it fails while some are not where they should be.
    static func remarks(on markers: [ReportMarker]) -> [Remark] {
        var counts: [ReportMarker.State: Int] = [:]
        for marker in markers { counts[marker.state, default: 0] += 1 }
        func remark(
            _ state: ReportMarker.State, _ code: String, _ one: String, _ many: String, fails: Bool = true
        ) -> Remark? {
            counts[state].map { count in
                Remark(code, fails: fails, "\(counted(count, "marker")) \(count == 1 ? one : many).")
            }
        }
        return [
            remark(
                .refused, "REFUSED_MARKERS", "cannot be moved and stays in the old frame",
                "cannot be moved and stay in the old frame"),
            remark(
                .conflict, "CONFLICT", "was changed by somebody else and stays as it is",
                "were changed by somebody else and stay as they are"),
            remark(.gone, "GONE", "is no longer there", "are no longer there"),
            remark(
                .pending, "UNCONFIRMED", "may or may not be written; resuming the job shows which",
                "may or may not be written; resuming the job shows which"),
            remark(
                .planned, "NOT_SENT", "is not sent yet; the job can be resumed",
                "are not sent yet; the job can be resumed"),
            remark(.undone, "UNDONE", "was put back", "were put back", fails: false),
        ].compactMap { $0 }
    }
}
