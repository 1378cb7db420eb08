internal import Markers
internal import QuadGeometry
internal import RigidCalibration
internal import VisionSensor

/// Sensed markers as a message of ROS: `vision_msgs/Detection3DArray` in JSON.
///
/// Axes of a pose are those of the marker: x to its right, y up, z towards whoever looks at it. The time of the header is zero, which
/// ROS takes for the newest.
package struct SensedArray {
    private let report: SenseReport
    private let frame: String

    package init(_ report: SenseReport) {
        self.report = report
        frame = report.question.spaceFromWorld == nil ? "world" : "space"
    }

    /// The variance of a turn that is not known at all, in square radians: any angle up to half a turn is as likely.
    private static let unknownTurn = Double.pi * Double.pi / 3

    package var bytes: [UInt8] {
        JSONWriter.object(openDepth: 3, endsLine: true) { json in
            header(&json)
            json.array("detections") { json in for marker in report.markers { write(marker, to: &json) } }
        }
    }

    private func header(_ json: inout JSONWriter) {
        json.object("header") { json in
            json.object("stamp") { json in
                json.member("sec", 0)
                json.member("nanosec", 0)
            }
            json.member("frame_id", frame)
        }
    }

    private func write(_ marker: SensedMarker, to json: inout JSONWriter) {
        json.object { json in
            header(&json)
            json.array("results") { json in
                json.object { json in
                    json.object("hypothesis") { json in
                        json.member("class_id", marker.track.label)
                        json.member("score", marker.track.confidence)
                    }
                    json.object("pose") { json in
                        json.key("pose")
                        pose(marker, &json)
                        json.member("covariance", covariance(marker))
                    }
                }
            }
            json.object("bbox") { json in
                json.key("center")
                pose(marker, &json)
                json.object("size") { json in
                    json.member("x", marker.track.size.width)
                    json.member("y", marker.track.size.height)
                    json.member("z", 0.0)
                }
            }
            json.member("id", marker.key)
        }
    }

    private func pose(_ marker: SensedMarker, _ json: inout JSONWriter) {
        let right = (marker.quad.p2 - marker.quad.p1).unit ?? SIMD3(1, 0, 0)
        let up = (marker.quad.p1 - marker.quad.p4).unit ?? SIMD3(0, 1, 0)
        var turn = Rotation.identity
        do throws(RotationError) { turn = try Rotation(columns: right, up, right.cross(up)) } catch {}
        let attitude = turn.quaternionXYZW
        json.object { json in
            json.object("position") { json in
                json.member("x", marker.center.x)
                json.member("y", marker.center.y)
                json.member("z", marker.center.z)
            }
            json.object("orientation") { json in
                json.member("x", attitude.x)
                json.member("y", attitude.y)
                json.member("z", attitude.z)
                json.member("w", attitude.w)
            }
        }
    }

    /// The 36 numbers, row after row: shift first, then turn.
    private func covariance(_ marker: SensedMarker) -> [Double] {
        let own = marker.track.covariance, space = report.question.spaceFromWorld ?? .identity
        let turn = space.rotation, back = space.inverted().rotation
        var numbers = [Double](repeating: 0, count: 36)
        for column in 0..<3 {
            var unit = SIMD3<Double>.zero
            unit[column] = 1
            let moved = turn * (own * (back * unit))
            for row in 0..<3 { numbers[6 * row + column] = moved[row] }
            numbers[7 * (column + 3)] = SensedArray.unknownTurn
        }
        return numbers
    }
}
