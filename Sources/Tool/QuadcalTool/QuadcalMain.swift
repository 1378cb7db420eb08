import CheckReports
import FitReports
import JobReports
import RaycastReports
import ToolCommands
import ToolMarkers
import ToolServer
import ToolTerminal

#if !os(Linux)
import MarkersURLSession
#endif

/// The tool `quadcal`: what checks, fits and recalibrates markers.
@main
enum QuadcalMain {
    static func main() {
        #if !os(Linux)
        SystemTransport.use(URLSessionTransport.init)
        #endif
        Tool.quadcal.main()
    }
}

extension Tool {
    static let quadcal = Tool(
        "quadcal",
        commands: [
            .check, .fit, .ui, .moved, .apply, .calibrate, .recalibrate, .jobs, .report, .raycast,
            .spaces, .sessions, .markers, .pull, .upload, .probe, .sandbox, .doctor, .bench,
        ],
        documents: [
            .check, .checkLine, .fit, .moved, .apply, .calibrate, .plan, .run, .jobs, .raycast, .view,
            .spaces,
            .sessions, .markers, .pull, .upload, .probe, .doctor, .bench, .config, .error,
        ],
        wings: [.frames, .devices],
        overview: [
            "check", "fit", "ui", "moved", "fuse", "apply", "calibrate", "recalibrate", "jobs", "report",
            "raycast",
            "graph",
            "handeye", "rebase", "sense", "spaces", "sessions", "markers", "pull", "upload", "sync", "probe",
            "sandbox", "relay", "doctor", "bench",
        ])
}
