import ARMessages
import FrameGraph
import FrameReports
import Markers
import MarkersClient
import MarkersOffline
import RigidCalibration
import VisionSensor
import VisionSensorClient

extension Failure {
    /// The reason as a word whose meaning never changes; `nil` for mistakes on the command line, which the exit code names.
    package var code: String? {
        switch self {
        case .refused(let refusal): refusal.error.code
        case .unusableFit(_, let error): error.code
        case .fusion(let error): error.code
        case .graph(_, let error): error.code
        case .camera(_, let error): error.code
        case .phone(let error): error.code
        case .room(_, let fault): fault.code
        case .handEye(_, let error): error.code
        case .messages(_, let error): error.code
        case .handshake(_, let error): error.code
        case .listing(let fault): fault.error.code
        case .server(_, let error): error.code
        case .job(_, let error): error.code
        case .store(_, let error): error.code
        case .edit(_, let error): error.code
        case .kept(let error): error.code
        case .movedBefore(let jobs, _): JobRunError.movedBefore(jobs).code
        default: nil
        }
    }
}
