package import FitReports
import Foundation
package import Markers
package import MarkersEndpoint
package import MarkersJobs
import ToolMarkers
package import ToolTerminal

/// The inputs of a plan, from files or from a server.
package final class PlanInputs {
    package let fit: SavedFitFile
    /// Assumptions made while reading the pairs, if the fit was made here.
    package let fitNotes: [String]
    package let markers: PlannedMarkers
    package private(set) var sessions: (file: ReadFile, list: [WorkSession])?
    package let space: (file: ReadFile, space: Space)?
    /// The space as the server lists it; `nil` if all is from files.
    package private(set) var listed: (listing: SpaceListing, server: Origin)?
    /// Values of the server's lists, or of the file of sessions, that are not understood.
    package private(set) var unreadable: [UnreadableElement] = []

    /// Reads the files, and fits if asked to.
    package init(reading files: [String], _ options: RecalibrateOptions) throws(Failure) {
        let names: [String]
        if let file = options.fitFile {
            (fit, fitNotes) = (try SavedFitFile(reading: file, takesShifts: true), [])
            names = options.markerFiles + files
        } else {
            (fit, fitNotes) = try SavedFitFile.fitted(to: files, options.pairs, for: options.mode)
            names = options.markerFiles.isEmpty ? Array(files.prefix(1)) : options.markerFiles
        }
        markers = try PlannedMarkers(reading: names)
        space = try options.space.map { (name) throws(Failure) in
            let (file, space) = try ReadFile.read(name) { (bytes) throws(JSONError) in
                try Space(JSONValue(bytes))
            }
            return (file, space)
        }
        sessions = nil
        guard let name = options.sessionFile else { return }
        let (file, list) = try ReadFile.read(name) { (bytes) throws(JSONError) in
            try WorkSession.list(JSONValue(bytes))
        }
        sessions = (file, list.elements)
        unreadable = list.refused.map { UnreadableElement(.session, $0) }
    }

    /// Takes a listed space; the fit is read, made from files, or from the space.
    package init(
        _ listing: SpaceListing, on server: Origin, _ files: [String], _ options: RecalibrateOptions
    ) throws(Failure) {
        let (from, to) = (options.pairs.oldSessions, options.pairs.newSessions)
        try server.listing { () throws(SpaceListingError) in
            try listing.requireKnown(options.sessions.union(options.targets).union(from).union(to))
        }
        if let file = options.fitFile {
            (fit, fitNotes) = (try SavedFitFile(reading: file, takesShifts: true), [])
        } else if let rows = listing.rows, case .rows(let partners)? = options.pairs.join {
            let pairs = try FitPairs(rows, partners, on: server, options.pairs)
            (fit, fitNotes) = try SavedFitFile.fitted(to: pairs, options.pairs, for: options.mode)
        } else if options.targets.isEmpty {
            (fit, fitNotes) = try SavedFitFile.fitted(to: files, options.pairs, for: options.mode)
        } else {
            (fit, fitNotes) = try SavedFitFile.fitted(
                to: FitPairs(listing, on: server, options), options.pairs, for: options.mode)
        }
        markers = PlannedMarkers(listing, on: server)
        space = (ReadFile(listing.space.key, Array(listing.space.value.text)), listing.space)
        sessions = (ReadFile("\(listing.space.key)/sessions", listing.sessionDocument), listing.sessions)
        unreadable = listing.unreadable
        listed = (listing, server)
    }

    /// Lists of the server that look cut off, by the names of their sessions.
    var suspicious: [String] { listed?.listing.lists.filter(\.looksCutOff).map(\.name) ?? [] }
}

package struct PlannedMoves {
    package let calibration: KnownCalibration
    package let plan: RecalibrationPlan
    /// The plan for a space of a server; `nil` if all is from files.
    package let spacePlan: SpacePlan?

    package init(calibration: KnownCalibration, plan: RecalibrationPlan, spacePlan: SpacePlan?) {
        (self.calibration, self.plan, self.spacePlan) = (calibration, plan, spacePlan)
    }
}

extension PlanInputs {
    package func planned(
        _ options: RecalibrateOptions
    ) throws(Failure) -> PlannedMoves {
        let mode = try options.requiredMode, target = try target(options)
        let frames = FrameMembership(
            chosen: options.sessions, rule: options.rule ?? .onlyChosen, targets: Set(options.targets))
        if let listed {
            var request = SpaceRequest(
                listed.listing.space.key, mode: mode,
                motion: .savedFit(fit.fit, named: fit.file, to: target), frames: frames, sign: options.sign,
                isStrict: options.isStrict, decisions: options.decisions)
            request.limits = options.limits
            let plan: SpacePlan
            do throws(RecalibrationError) { plan = try SpacePlan(request, listed.listing) } catch {
                throw Failure(error, on: listed.server, fit: fit.file)
            }
            guard let calibration = plan.calibration else { preconditionFailure("planned here") }
            return PlannedMoves(calibration: calibration, plan: plan.plan, spacePlan: plan)
        }
        if options.rule == .all, !fit.fit.targetSessions.isEmpty, sessions == nil {
            throw .neededOption(
                "--sessions-file FILE, or --sessions ID",
                "sessions created after the new one may be in either frame, and without dates it is not known which"
            )
        }
        do throws(PlannedSpaceError) {
            let planned = try PlannedSpace(
                markers.markers, of: space?.space, in: sessions?.list ?? [], sign: options.sign,
                targets: fit.fit.targetSessions, sets: [],
                PlanRequest(
                    PlannedMotion(fit.fit, to: target), mode: mode, frames: frames, limits: options.limits,
                    isStrict: options.isStrict, movesAgain: options.decisions.movesAgain,
                    leavesOutMoved: options.decisions.onlyUnmoved))
            return PlannedMoves(calibration: planned.calibration, plan: planned.plan, spacePlan: nil)
        } catch {
            switch error {
            case .undecidedSign(let error): throw Failure(error)
            case .plan(let error): throw .unusableFit(file: fit.file, error)
            }
        }
    }

    /// The kind of points that the motion leads to: as the fit says, or else the options.
    private func target(_ options: RecalibrateOptions) throws(Failure) -> PointKind {
        let stated = options.pairs.target.map { $0 == .raw ? PointKind.raw : .calibrated }
        switch (stated, fit.fit.kinds?.target) {
        case (let stated?, let known?) where stated != known:
            throw .contradiction(
                "--target \(stated.rawValue)", "\(fit.file), whose targets are \(known.rawValue),")
        case (let stated?, _): return stated
        case (nil, let known?): return known
        case (nil, nil):
            throw .neededOption(
                "--target raw or --target calibrated", "the fit does not say which corners its new points are"
            )
        }
    }
}

extension FitPairs {
    /// Pairs of the markers in the old frame with those of the sessions and sets that supply targets.
    package init(_ listing: SpaceListing, on server: Origin, _ options: RecalibrateOptions) throws(Failure) {
        let targets = Set(options.targets)
        let frames = FrameMembership(
            chosen: options.sessions, rule: options.rule ?? .onlyChosen,
            targets: listing.sessions(among: targets))
        let old = try server.listing { () throws(SpaceListingError) in try listing.oldMarkers(frames) }
        let new = listing.targetMarkers(targets)
        self.init(
            try JoinedFiles(
                JoinedFiles.Side(old.name, old.bytes, .raw),
                JoinedFiles.Side(new.name, new.bytes, options.pairs.target ?? .raw), options.pairs,
                doubted: listing.doubted(frames, onto: targets, options.decisions)))
    }

    /// Pairs of the rows of a run with those of another, or with the laser guide.
    package init(
        _ rows: SpaceRows, _ partners: RowPartners, on server: Origin, _ options: FitOptions
    ) throws(Failure) {
        let anchors = rows.anchors
        let old = try AnchorFile(
            anchors.name, anchors.bytes, .old, of: options.oldSessions, run: options.oldRun)
        switch partners {
        case .runs:
            let new = try AnchorFile(
                anchors.name, anchors.bytes, .new, of: options.newSessions, run: options.newRun)
            self.init(try RowFiles(old, .run(new)))
        case .grid:
            let guide = try server.listing { () throws(SpaceListingError) in try rows.guide }
            self.init(try RowFiles(old, .guide(GuideFile(guide.name, guide.bytes, options.dots))))
        }
    }
}

extension Origin {
    /// Adds the server to errors of what it listed.
    package func listing<Value>(_ body: () throws(SpaceListingError) -> Value) throws(Failure) -> Value {
        do throws(SpaceListingError) { return try body() } catch { throw Failure(error, on: self) }
    }
}
