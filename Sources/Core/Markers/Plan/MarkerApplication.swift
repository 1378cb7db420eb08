internal import Foundation
package import MarkerTables
import QuadGeometry

/// Moves the markers of a file by a saved fit, on their way to another file.
package struct MarkerApplication {
    private var mover: MarkerMover
    private var lookup: FittedLookup
    package private(set) var tally = MoveTally()

    /// Refuses what a plan refuses before it looks at any marker.
    package init(_ request: PlanRequest) throws(RecalibrationPlanError) {
        mover = try MarkerMover(request)
        lookup = FittedLookup(request.motion, in: request.space)
    }

    /// The fitted markers among those met.
    package var fitted: FittedState { lookup.state }

    /// Looks for fitted markers that were moved already, and moves none.
    package mutating func lookThrough(_ source: ByteSource) throws(MarkerApplicationError) {
        var reader = MarkerReader(source)
        do throws(JSONError) {
            while let next = try reader.next() {
                if case .success(let marker) = next { meet(marker) }
            }
        } catch {
            throw .json(error)
        }
        try requireUnmoved()
        if fitted.isOutdated { throw .plan(.rescanMoved(fitted)) }
    }

    /// Moves the markers of JSON, one after the other.
    ///
    /// - Parameter requiresLines: whether markers that are not objects line by line are refused.
    package mutating func move(
        _ source: ByteSource, to sink: ByteSink, requiresLines: Bool
    ) throws(MarkerApplicationError) {
        var rewriter = MarkerRewriter(source, to: sink)
        while true {
            let next: Result<Marker, JSONError>?
            do throws(JSONError) { next = try rewriter.next() } catch { throw .json(error) }
            switch next {
            case .success(let marker):
                if requiresLines, marker.place.list != .lines { throw .notLines }
                if let moved = try moved(marker) { rewriter.replace(with: moved) }
            case .failure(let error): tally.add(refused: StayingMarker(error))
            case nil: return
            }
        }
    }

    /// Looks where a marker is that the fit has, or that would move.
    private mutating func meet(_ marker: Marker) {
        lookup.meet(marker, isChosen: mover.chooses(marker))
    }

    /// The marker where the motion takes it; `nil` where it stays as it is.
    private mutating func moved(_ marker: Marker) throws(MarkerApplicationError) -> Marker? {
        meet(marker)
        try requireUnmoved()
        switch mover.outcome(marker) {
        case .moved(let one):
            do throws(JSONError) {
                let moved = try mover.marker(marker, at: one)
                tally.add(moved: one, stale: marker.staleMembers(mover.request.mode))
                return moved
            } catch {
                tally.add(refused: StayingMarker(error))
            }
        case .unchanged(let one): tally.add(unchanged: one)
        case .refused(let reason):
            tally.add(
                refused: StayingMarker(reason, line: marker.place.line, pointer: marker.place.pointer))
        case .leftOut(let reason): tally.add(leftOut: reason)
        }
        return nil
    }

    /// The bytes of a table with its quads moved, which are raw corners of no session.
    package mutating func moved(_ table: QuadTable) throws(MarkerApplicationError) -> [UInt8] {
        for (row, quad) in zip(table.rows, table.quads) {
            lookup.meet(row.id.flatMap { UUID(uuidString: $0) }, quad)
        }
        try requireUnmoved()
        var changes: [(row: QuadRow, quad: Quad?)] = []
        for (row, quad) in zip(table.rows, table.quads) {
            switch mover.outcome(quad) {
            case .moved(let one):
                changes.append((row, one.quad))
                tally.add(moved: one, stale: [])
            case .unchanged(let one): tally.add(unchanged: one)
            case .refused(let reason):
                let site = MarkerSite(row, in: table.file)
                tally.add(refused: StayingMarker(reason, line: row.line, pointer: site.pointer))
            case .leftOut(let reason): tally.add(leftOut: reason)
            }
        }
        for (row, fault) in table.faults {
            tally.add(refused: StayingMarker(MarkerFinding(MarkerSite(row, in: table.file), fault)))
        }
        return table.replacing(changes)
    }

    private func requireUnmoved() throws(MarkerApplicationError) {
        if lookup.hasFoundApplied { throw .plan(.alreadyApplied(lookup.state)) }
    }
}

/// The reason why the markers of a file were not moved, or not all.
package enum MarkerApplicationError: Error {
    /// Bytes that cannot be read, written or understood.
    case json(JSONError)
    case notLines
    case plan(RecalibrationPlanError)
}
