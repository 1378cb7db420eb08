package import Foundation
public import Markers
package import MarkersEndpoint
internal import QuadGeometry
public import RigidCalibration

/// A plan for a space, made before anything is sent: what would become of every marker, and why.
public struct SpacePlan: Sendable {
    public let listing: SpaceListing
    /// The fate of every marker.
    public private(set) var plan: RecalibrationPlan
    /// The calibration of the space before the plan; `nil` if the plan was made elsewhere.
    public let calibration: KnownCalibration?
    /// The fit, with its evidence and judgements; `nil` if the motion was not fitted here.
    public let fit: Calibration?
    /// The pairs of markers that the motion was fitted to, and the markers without a partner; `nil` if none were joined.
    public let joined: JoinedMarkers?
    /// The notes on the plan, which the job keeps.
    public var notes: [JobNote] = []
    /// The decisions of a person about markers that may have been moved before.
    public var decisions = MoveDecisions()
    /// The sessions and reference sets in the new frame: those that are named, and those that the data show to be.
    let targets: Set<UUID>
    /// The saved fit of the motion, if there is one.
    let document: [UInt8]?
    let inputs: [JobInput]

    /// A plan for a listed space that was made elsewhere.
    ///
    /// - Parameters:
    ///   - listing: The space with its sessions and markers.
    ///   - plan: The plan for its markers.
    ///   - document: The saved fit of the motion, which the job keeps.
    ///   - inputs: What the plan was made of.
    package init(
        _ listing: SpaceListing, _ plan: RecalibrationPlan, fit document: [UInt8]? = nil, inputs: [JobInput]
    ) {
        (self.listing, self.plan, self.document, self.inputs) = (listing, plan, document, inputs)
        (calibration, fit, joined) = (nil, nil, nil)
        targets = plan.request.frames.targets.union(plan.scans(in: listing))
        decisions.movesAgain = plan.request.movesAgain
    }

    /// The plan without the markers that its motion has moved before, and those of which nothing tells it.
    func leavingOut(moved: Set<UUID>, perhaps: Set<UUID>) -> SpacePlan {
        var rest = self
        rest.plan.leaveOut(moved: moved, perhaps: perhaps)
        return rest
    }

    /// Finds the motion, and plans what becomes of every marker of a listed space.
    package init(_ request: SpaceRequest, _ listing: SpaceListing) throws(RecalibrationError) {
        do throws(SpaceListingError) { try listing.requireKnown(request.frames.chosen) } catch {
            throw .listing(error)
        }
        let found = try FoundMotion(request, listing)
        let sets = Set(listing.sets.map(\.id)), planned: PlannedSpace
        do throws(PlannedSpaceError) {
            planned = try PlannedSpace(
                listing.markers, of: listing.space, in: listing.sessions, sign: request.sign,
                targets: found.targets, sets: sets,
                scan: FoundMotion.seen(
                    listing.targetMarkers(found.targets.intersection(sets)), found.motion.target),
                unless: request.decisions.notMovedYet,
                PlanRequest(
                    found.motion, mode: request.mode, frames: request.frames, limits: request.limits,
                    isStrict: request.isStrict, movesAgain: request.decisions.movesAgain,
                    leavesOutMoved: request.decisions.onlyUnmoved))
        } catch {
            switch error {
            case .undecidedSign(let error): throw .undecidedSign(error)
            case .plan(let error): throw .plan(error)
            }
        }
        do throws(RecalibrationPlanError) {
            try planned.plan.requireFitOfSpace(unless: request.decisions.notMovedYet)
        } catch {
            throw .plan(error)
        }
        (self.listing, plan, calibration) = (listing, planned.plan, planned.calibration)
        (fit, joined, document) = (found.fit, found.joined, found.document?.bytes)
        targets = found.targets.union(request.frames.targets).union(plan.scans(in: listing))
        decisions = request.decisions
        inputs =
            (found.file.map { [JobInput(name: $0, sha256: found.document?.sha256 ?? "")] } ?? [])
            + listing.inputs
    }

    /// The number of markers and listed values that cannot be moved and would stay in the old frame.
    public var refusedCount: Int {
        plan.refused.count + listing.lists.reduce(0) { $0 + $1.refused.count }
    }

    /// Sessions that are not understood, whose markers stay where they are.
    package var unreadableSessions: [UnreadableElement] { listing.unreadable.filter { $0.kind == .session } }

    /// The mark of another job on a session whose markers this plan would move: one that is under way, or that has moved them by
    /// the same motion; `nil` without any.
    func standingMark(isSameAllowed: Bool) -> (session: UUID, mark: SessionMark)? {
        let moving = Set(plan.updates.map(\.marker.workSessionID))
        let dates = RescanDates(listing, targets: targets), fitted = Set(followers.values)
        for session in listing.sessions where moving.contains(session.id) {
            guard let mark = SessionMark(session) else { continue }
            if mark.state == .moving { return (session.id, mark) }
            if !isSameAllowed, let same = sameMark(on: session, dates, fitted) { return (session.id, same) }
        }
        return nil
    }

    /// The mark of a job that has moved a session by the plan's motion; none where that was for an earlier rescan, since the fit has
    /// found markers of the session where they are now.
    func sameMark(on session: WorkSession, _ dates: RescanDates, _ fitted: Set<UUID>) -> SessionMark? {
        let quads = plan.updates.filter { $0.marker.workSessionID == session.id }.compactMap {
            try? $0.marker.quad
        }
        return SessionMark(session)?.same(as: plan.request, among: quads).flatMap {
            dates.isOlder($0.created) && fitted.contains(session.id) ? nil : $0
        }
    }

    /// The markers that the fit found where they are now and that follow it, with their sessions: these are in the old frame. Rejected
    /// pairs vouch for nothing.
    var followers: [UUID: UUID] {
        let motion = plan.request.motion
        let following = Set(motion.fitted.filter(\.follows).map(\.id)).union(plan.fitted.strangers)
            .intersection(plan.fitted.onSource)
        return listing.markers.reduce(into: [:]) {
            if following.contains($1.id) { $0[$1.id] = $1.workSessionID }
        }
    }

    /// The markers of the plan that were made after another session was moved by the same motion: they may be copies of those, or placed in
    /// the new frame.
    func madeAfterSameMove(_ dates: RescanDates) -> Set<UUID> {
        let others = listing.sessions.filter { session in
            guard let mark = SessionMark(session) else { return false }
            let quads = listing.markers.filter { $0.workSessionID == session.id }.compactMap { try? $0.quad }
            return mark.same(as: plan.request, among: quads) != nil
        }.map(\.id)
        return plan.updates.reduce(into: []) { made, update in
            let marker = update.marker
            for session in others
            where session != marker.workSessionID && dates.isMadeAfterUpdates(marker, of: session) {
                made.insert(marker.id)
            }
        }
    }

    /// Sessions whose list looks cut off, so that the server may keep markers back.
    package var sessionsCutOff: [UUID] { listing.lists.filter(\.looksCutOff).map(\.session) }
}

extension RecalibrationPlan {
    /// The sessions that the plan's motion leads to, as markers of the same label show.
    fileprivate func scans(in listing: SpaceListing) -> Set<UUID> {
        request.mode == .raw ? Namesakes(updates, in: listing).scans : []
    }
}

extension SpaceListing {
    /// The lists, the sessions and the space by their digests.
    fileprivate var inputs: [JobInput] {
        func input(_ name: String, _ bytes: [UInt8]) -> JobInput {
            JobInput(name: name, sha256: SHA256.hex(of: bytes[...]))
        }
        return lists.map { input($0.name, $0.document) } + [
            input("\(space.key)/sessions", sessionDocument), input(space.key, Array(space.value.text)),
        ]
    }
}

struct FoundMotion {
    let motion: PlannedMotion
    /// Sessions and reference sets that supplied targets.
    var targets: Set<UUID> = []
    var fit: Calibration?
    var joined: JoinedMarkers?
    /// The saved fit, or one that was straightened, and its file if it was given.
    var document: SavedFit?
    var file: String?

    init(_ request: SpaceRequest, _ listing: SpaceListing) throws(RecalibrationError) {
        switch request.motion {
        case .motion(let motion): self.motion = motion
        case .savedFit(let fit, let name, let target):
            (motion, targets) = (PlannedMotion(fit, to: target), fit.targetSessions)
            (document, file) = (fit, name)
        case .pairs(let pairs, let source, let target):
            let fit = try FoundMotion.fit(request.fit, pairs)
            document = try FoundMotion.straightened(fit, pairs, request.fit)
            motion =
                document.map { PlannedMotion($0, from: source, to: target) }
                ?? PlannedMotion(fit, from: source, to: target)
            self.fit = fit
        case .markers(let key, let onto, let corners):
            let old: ListedDocument
            do throws(SpaceListingError) {
                try listing.requireKnown(onto)
                old = try listing.oldMarkers(request.frames(targets: onto, in: listing))
            } catch {
                throw .listing(error)
            }
            let join = MarkerJoin(
                try FoundMotion.observations(old, .raw),
                try FoundMotion.observations(listing.targetMarkers(onto), corners), by: key
            ).leavingOut(doubted: listing.doubted(request.frames, onto: onto, request.decisions))
            let joined: JoinedMarkers
            let settings = request.fit
            do throws(RigidFitError) {
                joined = try JoinedMarkers(
                    join, isRobust: settings.isRobust, bound: settings.bound, options: settings.options)
            } catch {
                throw .fit(error)
            }
            guard !joined.matches.isEmpty else { throw .noPairs(joined.leftOut) }
            let fit = try FoundMotion.fit(request.fit, joined.correspondences)
            let inliers = fit.selection?.inliers
            document = try FoundMotion.straightened(
                fit, joined.correspondences, request.fit, FitDocument.Join(joined, target: corners),
                times: joined.matches.flatMap { match in
                    let time = join.old[match.old].created?.timeIntervalSince1970
                    return [Double?](repeating: time, count: 4)
                })
            motion =
                document.map { PlannedMotion($0) }
                ?? PlannedMotion(
                    fit, from: .raw, to: corners == .raw ? .raw : .calibrated,
                    fitted: joined.matches.enumerated().map { place, match in
                        let old = join.old[match.old]
                        // Four pairs of each, in the order of the matches.
                        let follows = inliers?[(4 * place)..<(4 * place + 4)].allSatisfy(\.self) ?? true
                        let new = join.new[match.new]
                        return FittedMarker(
                            id: old.id, corners: old.quad, follows: follows,
                            partner: FittedMarker.Partner(id: new.id, corners: new.quad))
                    })
            (targets, self.fit, self.joined) = (onto, fit, joined)
        }
    }

    /// The fit with a shift for each marker, as it would be saved; `nil` where all have one motion.
    ///
    /// - Parameters:
    ///   - join: the markers whose corners the pairs are, four each.
    ///   - times: when they were made, pair by pair.
    private static func straightened(
        _ fit: Calibration, _ pairs: Correspondences, _ settings: FitSettings,
        _ join: FitDocument.Join? = nil, times: [Double?]? = nil
    ) throws(RecalibrationError) -> SavedFit? {
        do throws(StraighteningError) {
            guard let straightened = try settings.straightened(fit, times: times) else { return nil }
            let names = FitDocument.PairNames(pairs, groups: join?.markers.map(\.name))
            var document = FitDocument(fit, of: pairs, names: names)
            document.join = join
            document.straighten(by: straightened, times: times)
            guard let saved = try? SavedFit(document, takesShifts: true) else {
                throw StraighteningError.notFixed
            }
            return saved
        } catch {
            throw .notStraightened(error, marker: error.pair.flatMap { join?.markers[$0 / 4].old })
        }
    }

    private static func fit(
        _ settings: FitSettings, _ pairs: Correspondences
    ) throws(RecalibrationError) -> Calibration {
        do throws(RigidFitError) { return try settings.calibration(pairs) } catch { throw .fit(error) }
    }

    /// The markers of a document as the motion leads to them; none where they cannot be read.
    static func seen(_ document: ListedDocument, _ kind: PointKind) -> [MarkerObservation] {
        (try? observations(document, kind == .raw ? .raw : .calibrated)) ?? []
    }

    private static func observations(
        _ document: ListedDocument, _ corners: MarkerCoordinates
    ) throws(RecalibrationError) -> [MarkerObservation] {
        do throws(JSONError) {
            return try ObservationList(ByteSource(document.bytes), corners).observations
        } catch {
            throw .listing(.failed(.unreadable(RequestLine(.get, document.name), error)))
        }
    }
}

/// The markers of sessions that stay, beside those of the same label that a plan moves: what lies where tells which frame is which.
struct Namesakes {
    private let updates: [MarkerUpdate]
    /// The corners of markers that stay, by label and session, and whether they were never updated, so that nothing has moved them.
    private var places: [String: [UUID: [(quad: Quad, isUntouched: Bool)]]] = [:]

    /// The distance within which two markers are in one place, in metres; and the most of one label that are compared with one.
    private static let near = 0.05, mostAlike = 1000
    /// The fewest markers that show a session to be in the new frame.
    private static let fewest = 3

    init(_ updates: [MarkerUpdate], in listing: SpaceListing) {
        self.updates = updates
        let moving = Set(updates.map(\.marker.workSessionID))
        let dates = RescanDates(listing, targets: [])
        for marker in listing.markers where !moving.contains(marker.workSessionID) {
            guard let label = marker.label, let quad = try? marker.quad else { continue }
            places[label, default: [:]][marker.workSessionID, default: []].append(
                (quad, !dates.isUpdated(marker)))
        }
    }

    /// Sessions that nothing has moved, and onto whose markers the motion leads those of the same label: scans in the new frame,
    /// whoever names them.
    var scans: Set<UUID> {
        var shown: [UUID: Int] = [:], denied: [UUID: Int] = [:]
        for (_, here, moved, label) in moves {
            for (session, there) in places[label] ?? [:] where there.count == 1 && there[0].isUntouched {
                let isHere = here.distance(to: there[0].quad) < Namesakes.near
                let isThere = moved.distance(to: there[0].quad) < Namesakes.near
                if isThere, !isHere { shown[session, default: 0] += 1 }
                if isHere, !isThere { denied[session, default: 0] += 1 }
            }
        }
        return Set(
            shown.filter { $0.value >= Namesakes.fewest && $0.value > denied[$0.key, default: 0] }.keys)
    }

    /// Markers that lie on one of their label in the new frame, from which the motion takes them away. Of several with one label a
    /// neighbor may lie there: those count only where the motion leads to none of them.
    func inPlace(in targets: Set<UUID>) -> Set<UUID> {
        Set(
            moves.lazy.filter { move in
                let there = (places[move.label] ?? [:]).filter { targets.contains($0.key) }.values.joined()
                guard !there.isEmpty, there.count <= Namesakes.mostAlike else { return false }
                func off(_ quad: Quad) -> Double {
                    there.lazy.map { quad.distance(to: $0.quad) }.min() ?? .infinity
                }
                let now = off(move.here)
                guard now < Namesakes.near else { return false }
                let then = off(move.moved)
                return now < then && (there.count == 1 || then >= Namesakes.near)
            }.map(\.id))
    }

    private var moves: [(id: UUID, here: Quad, moved: Quad, label: String)] {
        updates.compactMap { update in
            guard let label = update.marker.label, let here = try? update.marker.quad,
                case .corners(let moved, _) = update.change
            else { return nil }
            return (update.marker.id, here, moved, label)
        }
    }
}
