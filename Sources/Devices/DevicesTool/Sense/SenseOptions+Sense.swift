import JobReports
import MarkersEndpoint
import SensorReports
import ToolServer
import ToolTerminal
import VisionSensor
import VisionSensorClient

extension SenseOptions {
    /// Whether detections are made into markers, not only the phone looked at.
    var detects: Bool {
        !onlyProbes
            && (isDemo || detections != nil || camera != nil
                || settings.fields.isEmpty && snapshot == nil)
    }

    /// Refuses options and files that make no sense together, before anything is read or asked.
    func requireSense(for files: [String]) throws(Failure) {
        if let file = files.first { throw .unwantedOperand(file, command: "sense") }
        if !isDemo { try requireInput() }
        try requireMarkers()
        guard [detections, camera, origin].count(where: { $0 == Input.standard }) < 2 else {
            throw .standardInputTwice
        }
        let outputs = [
            ("--out", output), ("--record", record), ("--ros", rosFile), ("--report", reportFile),
            ("--snapshot", snapshot),
        ].compactMap { name, file in file.map { (name: name, file: $0) } }
        for (place, output) in outputs.enumerated() {
            guard output.file != Input.standard else { throw .reportInOutput(option: output.name) }
            if let other = outputs[..<place].first(where: { $0.file == output.file }) {
                throw .contradiction("\(other.name) \(other.file)", "\(output.name) \(output.file)")
            }
            // A record that is there is continued.
            guard output.name != "--record" else { continue }
            try OutputFile.requireFree(output.file, replaces: replacesFile, for: output.name)
        }
    }

    private func requireInput() throws(Failure) {
        guard sensor != nil || detections != nil else {
            throw .neededOption(
                "--sensor URL or --detections FILE",
                "it says where detections are from; a phone that serves in its own hotspot is \(SenseOptions.usualPhone)"
            )
        }
        guard detects else { return }
        if sensor != nil, camera == nil {
            throw .neededOption(
                "--camera FILE or --camera URL", "it has the camera frames, without which boxes have no place"
            )
        }
        if let camera, camera.contains("://"), CameraAPI.parts(of: camera) == nil {
            throw .badValue(
                option: "--camera", value: camera,
                BadValue(
                    expected:
                        "a file, or a URL with \(CameraAPI.slot), as in http://host/poses/\(CameraAPI.slot)"))
        }
        guard question.distance != nil else {
            throw .neededOption(
                "--distance axis, --distance ray or --distance infer",
                "phones do not say whether they measure along the optical axis or along the ray")
        }
    }

    private static let usualPhone = "http://172.20.10.1:8080"

    private func requireMarkers() throws(Failure) {
        switch (question.corners, question.plane) {
        case (.plane, nil): throw .neededOption("--plane NX,NY,NZ,D", "it says which plane corners lie on")
        case (.plane, _?), (_, nil): break
        case (_, _?): throw .neededOption("--corners plane", "only then is --plane used")
        }
        guard place.connection.server != nil else {
            if let store { throw .neededOption("--api URL", "it says which server --store \(store) is of") }
            if let session, !isDemo {
                throw .neededOption("--api URL", "it says which server --session \(session) is on")
            }
            return
        }
        guard let session else {
            throw .neededOption("--session ID", "it says which session gets the markers")
        }
        guard origin != nil else {
            throw .neededOption(
                "--origin FILE or --origin identity",
                "a server keeps markers in the space's frame, not in the world of the cameras")
        }
        guard place.space != nil || session.utf8.count == 36 else {
            throw .neededOption("--space SPACE", "only then may --session be the beginning of an id")
        }
        let isInputTaken = place.connection.secretSource == .standardInput || detections == Input.standard
        guard onlyShows || saysYes || !isInputTaken && Streams.inputIsTerminal else {
            throw .neededOption(
                "--yes", "standard input is not a terminal, so nobody can confirm; --dry-run only shows")
        }
    }
}
