internal import Foundation
internal import Markers
import MarkersJobs
public import QuadGeometry
public import RigidCalibration

/// The motion of a session's markers between two lists of them, as after a recalibration.
public struct SessionMotion: Hashable, Sendable {
    /// The motion from the frame that edits were made in to that of the server.
    public let newFromOld: AnchoredMotion
    /// The number of markers that show it.
    public let markers: Int
    /// The error to expect at the corners of the edit, in metres: 95 of 100 are better.
    public let error: Double
    /// The digest of the list that it leads to.
    let frame: String

    /// The corners in the frame of the server.
    public func moved(_ quad: Quad) -> Quad { newFromOld * quad }

    init(_ newFromOld: AnchoredMotion, markers: Int, error: Double, frame: String) {
        (self.newFromOld, self.markers, self.error, self.frame) = (newFromOld, markers, error, frame)
    }

    /// Its numbers, which ``init(json:)`` reads back exactly.
    var json: [UInt8] {
        JSONWriter.object { json in
            json.key("motion")
            newFromOld.write(to: &json)
            json.member("markers", markers)
            json.member("error", error)
            json.member("frame", frame)
        }
    }

    /// The motion that was kept; `nil` where that is damaged.
    init?(json bytes: [UInt8]) {
        guard let value = try? JSONValue(bytes), let markers = value["markers"]?.integer,
            let error = value["error"]?.double, let frame = value["frame"]?.string,
            let motion = value["motion"].flatMap(AnchoredMotion.init(stored:))
        else { return nil }
        self.init(motion, markers: Int(clamping: markers), error: error, frame: frame)
    }
}
