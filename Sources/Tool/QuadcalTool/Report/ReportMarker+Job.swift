import Markers
import MarkersJobs
import MarkersReport
import QuadGeometry
import ToolTerminal

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
