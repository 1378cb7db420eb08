internal import Foundation
package import MarkerTables
public import QuadGeometry

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

/// Moves one marker after the other as a plan would, each by itself, for a file that is larger than memory.
///
/// Nothing is sent, so a marker needs no version; earlier markers are not remembered, so one that is listed
/// twice is moved twice.
public struct MarkerMover: Sendable {
    public let request: PlanRequest
    private let check: QuadCheck
    private var sorting: MarkerSorting

    /// The result for one marker.
    public enum Outcome: Sendable {
        case moved(MovedMarker)
        /// It is where it should be.
        case unchanged(MovedMarker)
        /// It cannot be moved.
        case refused(RefusedMarker.Reason)
        /// It is not in the old frame.
        case leftOut(FrameMembership.Reason)
    }

    /// Refuses what a plan refuses before it looks at any marker. The mode is raw or calibrated.
    public init(_ request: PlanRequest) throws(RecalibrationPlanError) {
        precondition(request.mode != .vector, "a vector moves all markers at once")
        self.request = request
        check = try request.check()
        sorting = MarkerSorting(request, check)
    }

    /// Moves a marker; sessions that were looked up are remembered.
    public mutating func outcome(_ marker: Marker) -> Outcome {
        if let reason = sorting.reasonToLeaveOut(marker) { return .leftOut(reason) }
        do throws(RefusedMarker.Reason) {
            let raw = try sorting.corners(of: marker)
            return outcome(
                try MovedMarker(raw, stored: try? marker.calibratedData, request, check))
        } catch {
            return .refused(error)
        }
    }

    mutating func chooses(_ marker: Marker) -> Bool { sorting.reasonToLeaveOut(marker) == nil }

    /// Moves raw corners of which nothing else is known.
    public func outcome(_ raw: Quad) -> Outcome {
        do throws(RefusedMarker.Reason) {
            return outcome(try MovedMarker(try sorting.usable(raw), stored: nil, request, check))
        } catch {
            return .refused(error)
        }
    }

    private func outcome(_ moved: MovedMarker) -> Outcome {
        moved.isUnchanged ? .unchanged(moved) : .moved(moved)
    }

    /// The marker with its new corners, everything else as it was read.
    public func marker(_ marker: Marker, at moved: MovedMarker) throws(JSONError) -> Marker {
        var marker = marker
        switch request.mode {
        case .raw: try marker.setQuad(moved.quad)
        default: try marker.setCalibratedData(CalibratedData(moved.quad))
        }
        return marker
    }
}
