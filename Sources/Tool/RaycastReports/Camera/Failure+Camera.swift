import Markers
import ToolMarkers
package import ToolTerminal
package import VisionSensor

extension Failure {
    /// The failure to read a file of camera frames.
    package init(camera file: String, _ error: CameraFrameError) {
        if case .json(let fault) = error.fault, [.readFailed].contains(fault.code) {
            self.init(reading: file, fault)
        } else {
            self.init(
                .unreadable, code: error.code, file: file, line: error.line,
                "\(fileLabel(file)): BAD_CAMERA, \(visible(error.message, atMost: .max)); correct the camera frame"
            )
        }
    }
}
