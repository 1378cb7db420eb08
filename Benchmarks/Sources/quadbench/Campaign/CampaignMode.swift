import Foundation
import KillSweep

/// The data that a job rewrites.
enum CampaignMode: String, CaseIterable, Sendable {
    case raw, calibrated, vector
}

/// A motion about the vertical and along all axes, by which a job moves markers.
struct CampaignMotion: Sendable {
    let turn: Double
    let shift: Point

    /// The motions of the first job and of one that is begun over it; a vector cannot turn.
    static func all(_ mode: CampaignMode) -> [CampaignMotion] {
        let turns = mode == .vector ? [0, 0] : [0.3, 0.5]
        return zip(turns, [Point(1.25, 0.2, -2.5), Point(-0.75, 0.4, 1.5)]).map(CampaignMotion.init)
    }

    func callAsFunction(_ point: Point) -> Point {
        let (c, s) = (cos(turn), sin(turn))
        return Point(c * point.x + s * point.z, point.y, -s * point.x + c * point.z) + shift
    }

    /// The point that is moved to this one.
    func inverse(_ point: Point) -> Point {
        let (c, s, from) = (cos(turn), sin(turn), point - shift)
        return Point(c * from.x - s * from.z, from.y, s * from.x + c * from.z)
    }

    /// Points of a box before and after the motion, as `quadcal fit` reads them.
    var pairs: String {
        let rows = (0..<8).map { corner -> String in
            let point = Point(
                Double(6 * (corner & 1)), Double(3 * (corner >> 1 & 1)), Double(4 * (corner >> 2)))
            return "c\(corner),"
                + (point.numbers + self(point).numbers).map { "\($0)" }.joined(separator: ",")
        }
        return "id,sx,sy,sz,tx,ty,tz\n" + rows.joined(separator: "\n") + "\n"
    }
}
