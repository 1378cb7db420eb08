public import Foundation
public import Markers
public import RigidCalibration

/// A plan for a space, made before anything is sent: what would become of every marker, and why.
public struct SpacePlan: Sendable {
    public let listing: SpaceListing
    public let plan: RecalibrationPlan
    /// The calibration of the space; `nil` if the plan was made elsewhere.
    public let calibration: KnownCalibration?
    /// The fit, with its evidence and judgements; `nil` if the motion was not fitted here.
    public let fit: Calibration?
    /// The pairs of markers that the motion was fitted to, and the markers without a partner; `nil` if none were joined.
    public let joined: JoinedMarkers?
    /// The saved fit of the motion, if there is one.
    let document: [UInt8]?
    let inputs: [JobInput]

    /// A plan for a listed space that was made elsewhere.
    ///
    /// - Parameters:
    ///   - document: The saved fit of the motion, which the job keeps.
    ///   - inputs: What the plan was made of.
    public init(
        _ listing: SpaceListing, _ plan: RecalibrationPlan, fit document: [UInt8]? = nil, inputs: [JobInput]
    ) {
        (self.listing, self.plan, self.document, self.inputs) = (listing, plan, document, inputs)
        (calibration, fit, joined) = (nil, nil, nil)
    }

    init(_ request: SpaceRequest, _ listing: SpaceListing) throws(RecalibrationError) {
        do throws(SpaceListingError) { try listing.requireKnown(request.frames.chosen) } catch {
            throw .listing(error)
        }
        let found = try FoundMotion(request, listing)
        let vector = listing.space.calibrationVector.flatMap { CalibrationVector($0) }
        let calibration: KnownCalibration
        do throws(UndecidedSign) {
            calibration = try KnownCalibration(vector, sign: request.sign, listing.markers)
        } catch {
            throw .undecidedSign(error)
        }
        let planned = PlanRequest(
            found.motion, mode: request.mode,
            frames: request.frames(targets: found.targets).dated(by: listing.sessions),
            space: calibration.calibration, limits: request.limits, isStrict: request.isStrict)
        do throws(RecalibrationPlanError) { plan = try RecalibrationPlan(listing.markers, planned) } catch {
            throw .plan(error)
        }
        (self.listing, self.calibration, fit, joined) = (listing, calibration, found.fit, found.joined)
        document = found.document
        inputs =
            (found.document.map { [JobInput(name: "fit", sha256: SHA256.hex(of: $0[...]))] } ?? [])
            + listing.inputs
    }

    /// How many markers and listed values cannot be moved and would stay in the old frame.
    public var refusedCount: Int {
        plan.refused.count + listing.lists.reduce(0) { $0 + $1.refused.count }
    }

    /// Sessions whose list looks cut off, so that the server may keep markers back.
    public var sessionsCutOff: [UUID] { listing.lists.filter(\.looksCutOff).map(\.session) }
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
