import Foundation
import Markers
import MarkersClient
import MarkersReport
import QuadGeometry
import RigidCalibration

extension ReportContent {
    /// What is reported of a fit that was saved, and of all markers of some files that it would move.
    init(fit document: [UInt8], _ subject: String, markers: PlannedMarkers? = nil) throws(Failure) {
        let fit = try SavedFitFile(document, file: subject).fit
        var shown: [ReportMarker] = []
        for marker in markers?.markers ?? [] {
            guard let before = try? marker.quad else { continue }
            let isTarget = fit.targetSessions.contains(marker.workSessionID)
            shown.append(
                ReportMarker(
                    name: marker.reportName, before: before,
                    after: isTarget
                        ? before : before.map { fit.targetFromSource.moved($0, growth: fit.growth) },
                    state: isTarget ? .leftOut : .planned,
                    reason: isTarget ? "its session supplied targets" : nil))
        }
        var facts: [Fact] = []
        if let markers {
            let unusable = markers.markers.count - shown.count + markers.refused.count
            let names = markers.files.map { visible($0.file.file) }.joined(separator: ", ")
            facts.append(
                Fact(
                    "Markers of",
                    names + (unusable > 0 ? "; \(counted(unusable, "marker")) without usable corners" : "")))
        }
        try self.init(document, subject, shown, facts, ReportFile.today)
    }

    /// What is reported of a job: every marker of its plan with how far it got.
    init(ofJobAt file: String) throws(Failure) {
        let (head, items, document, space) = try waiting { () async throws(Failure) in
            do throws(JobError) {
                let job = try Job.read(at: file)
                var items: [JobItem] = []
                for row in try await job.rows() { items.append(try await job.item(row)) }
                if job.head.mode == .vector {
                    let state = try await job.vectorState()
                    for place in items.indices { items[place].state = state }
                }
                return (job.head, items, try await job.fit(), try await job.spaceBefore())
            } catch {
                throw .job(file: file, error)
            }
        }
        guard let document else { throw .jobWithoutFit(file: file) }
        let shift = head.calibration.shift(to: head.source)
        let markers = items.compactMap { item in ReportMarker(item, shift: shift) }
        let name = (try? Space(JSONValue(space)))?.name
        try self.init(
            document, name ?? head.space.text, markers,
            [
                Fact("Space", [name, head.space.text].compactMap { $0 }.joined(separator: ", ")),
                Fact("Server", head.server), Fact("Rewritten", head.mode.rawValue), Fact("Plan", head.digest),
            ], head.created)
    }

    private init(
        _ document: [UInt8], _ subject: String, _ markers: [ReportMarker], _ facts: [Fact], _ date: String
    ) throws(Failure) {
        do throws(SavedFitError) {
            try self.init(fit: document, subject: subject, markers: markers, facts: facts, date: date)
        } catch {
            throw .savedFit(file: subject, error)
        }
    }
}

extension ReportMarker {
    /// A marker of a job; `nil` where what was there before cannot be read.
    fileprivate init?(_ item: JobItem, shift: SIMD3<Double>) {
        guard let raw = try? item.before.quad else { return nil }
        let before = raw.map { $0 + shift }
        let (state, reason): (State, String?) =
            switch item.state.word {
            case .pending: (.planned, "not sent yet")
            case .done: (.moved, nil)
            case .conflict: (.conflict, item.state.code)
            case .gone: (.gone, "it is no longer there")
            case .unfinished: (.pending, item.state.code)
            case .unconfirmed: (.pending, item.state.code ?? "only reading tells")
            case .undone: (.undone, "taken back")
            case .kept: (.conflict, "edited since, so it was not taken back")
            }
        let isThere = [.planned, .moved, .pending].contains(state)
        self.init(
            name: item.before.reportName, before: before, after: isThere ? item.target : before, state: state,
            reason: reason)
    }
}
