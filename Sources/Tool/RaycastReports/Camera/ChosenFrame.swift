import Markers
package import QuadGeometry
import ToolMarkers
package import ToolTerminal
import VisionSensor

/// The camera frame of a file that is looked through.
package struct ChosenFrame {
    /// The name of the file, and the digest of its bytes.
    package let file, sha256: String
    /// Its number among the frames of the file, from 1, and how many they are.
    package let number, count: Int
    /// The id of its request; `nil` without one.
    package let id: String?
    /// The line that it begins on, from 1.
    package let line: Int
    /// The largest change of a number of its pose that made that rigid.
    package let correction: Double
    package let camera: PinholeCamera

    /// Images of more pixels are refused: their maps take 300 MB.
    package static let mostPixels = 25_000_000

    /// Reads a file of frames to its end, and keeps the one that is chosen.
    ///
    /// - Parameter choice: the id of its request, or where no frame has that, its number; `nil` for the only one.
    package init(reading name: String, _ choice: String?) throws(Failure) {
        let file = try Input.open(name)
        var reader = CameraFrameReader(file.source(isDigested: true))
        var named: [(frame: ReadCameraFrame, number: Int)] = [], numbered: ReadCameraFrame?
        let number = choice.map { Int($0) } ?? 1
        var count = 0
        do throws(CameraFrameError) {
            while let next = try reader.next() {
                count += 1
                if count == number { numbered = next }
                if let choice, next.frame.requestID == choice, named.count < 2 { named.append((next, count)) }
            }
            guard count > 0 else { throw .noFrame }
        } catch { throw Failure(camera: name, error) }
        guard choice != nil || count == 1 else {
            throw .neededOption(
                "--frame ID",
                "\(fileLabel(name)) has \(counted(count, "camera frame")); give the requestId of one, "
                    + "or its number from 1 to \(count)")
        }
        if named.count > 1 {
            throw .badValue(
                option: "--frame", value: choice ?? "",
                BadValue(
                    expected: "an id that one frame has, or a number from 1 to \(count); the frames "
                        + "\(named[0].number) and \(named[1].number) have this id"))
        }
        let byNumber = numbered.flatMap { frame in number.map { (frame: frame, number: $0) } }
        guard let chosen = named.first ?? byNumber else {
            throw .badValue(
                option: "--frame", value: choice ?? "",
                BadValue(
                    expected: "the requestId of a camera frame of \(fileLabel(name)), or its number "
                        + "from 1 to \(count)"))
        }
        do throws(CameraFrameError) {
            camera = try chosen.frame.pinhole(ofAtMost: ChosenFrame.mostPixels)
        } catch { throw Failure(camera: name, error) }
        (self.file, sha256, self.count, self.number) = (name, file.sha256 ?? "", count, chosen.number)
        (id, line, correction) = (chosen.frame.frame.requestID, chosen.frame.line, chosen.frame.correction)
    }
}
