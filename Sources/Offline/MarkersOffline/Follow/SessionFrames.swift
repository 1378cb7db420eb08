internal import Foundation
internal import Markers
internal import QuadGeometry
internal import RigidCalibration

/// A session's markers as they were read, and what has become of the frames that its edits were made in.
struct SessionFrames: Sendable {
    let list: [Marker]
    /// The markers as an array, which is kept for edits that follow to where they are.
    let body: [UInt8]
    let tag: String
    var comparisons: [String: SessionComparison] = [:]

    init(_ list: [Marker]) {
        self.list = list
        body = KeptList.body(list.map(\.text))
        tag = SHA256.hex(of: body[...])
    }
}

/// A session's markers as they were kept, compared with those that the server has now.
enum SessionComparison: Sendable {
    /// Its markers are where they were, but for what people have edited.
    case still
    /// They have moved together.
    case moved(AnchoredMotion, MotionCovariance?, markers: Int)
    /// Too few are in both to tell.
    case unknown

    private static let fewest = 3
    /// The largest error of a marker that has moved with the others, in metres.
    static let bound = 0.005

    /// Both lists have the same numbers but for one motion and their rounding: no scan lies between them.
    private static var options: CalibrationOptions {
        var options = CalibrationOptions()
        (options.model, options.markerNoise, options.drift) = (.rigid, 0, .none)
        return options
    }

    init(from old: [Marker], to new: [Marker]) {
        let places = Dictionary(
            old.compactMap { marker in (try? marker.quad).map { (marker.id, $0) } },
            uniquingKeysWith: { first, _ in first })
        var before: [Quad] = [], after: [Quad] = []
        for marker in new {
            guard let quad = try? marker.quad, let earlier = places[marker.id] else { continue }
            before.append(earlier)
            after.append(quad)
        }
        guard before.count >= Self.fewest else {
            self = .unknown
            return
        }
        let isMoved = zip(before, after).map { !EditRule.allows($0, $1) }
        let moved = isMoved.count(where: \.self)
        // Most have stayed: those that moved were edited.
        guard moved >= Self.fewest, 2 * moved > before.count else {
            self = .still
            return
        }
        guard let pairs = try? Correspondences(quads: before, targets: after),
            let calibration = try? Calibration(robust: pairs, bound: Self.bound, options: Self.options),
            let selection = calibration.selection
        else {
            self = .unknown
            return
        }
        let followers = isMoved.indices.count { place in
            isMoved[place] && (0..<4).allSatisfy { selection.inliers[4 * place + $0] }
        }
        self =
            followers >= Self.fewest && 2 * followers > before.count
            ? .moved(calibration.targetFromSource, calibration.evidence.covariance, markers: followers)
            : .unknown
    }

    /// The motion of an edit with these corners; `nil` where nothing has moved.
    func motion(at corners: Quad, to frame: String) -> SessionMotion? {
        guard case .moved(let motion, let covariance, let markers) = self else { return nil }
        let moved = motion * corners
        // No better than numbers are stored.
        let least = StoredTolerance(
            magnitude: Double.maximum(corners.largestMagnitude, moved.largestMagnitude)
        ).metres
        let error = covariance?.worstError(atMoved: moved.corners) ?? Self.bound
        return SessionMotion(
            motion, markers: markers, error: Double.maximum(error, least), frame: frame)
    }
}
