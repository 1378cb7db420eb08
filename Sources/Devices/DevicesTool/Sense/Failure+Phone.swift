import ToolTerminal
import VisionSensorClient

/// Phones that serve detections.
extension Failure {
    /// A phone that gave no usable answer.
    static func phone(_ error: SensorFailure) -> Failure {
        Failure(
            .network, code: error.code, cause: error,
            "\(visible(error.message, atMost: .max)); \(visible(error.remedy, atMost: .max))")
    }
}
