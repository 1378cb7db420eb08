import FitReports
import Markers
import QuadGeometry
import RaycastReports
import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    static let raycast = Command(
        "raycast", "find which markers rays hit or an image shows, and where", operands: "MARKERS...",
        notes: """
            MARKERS is CSV or JSON as quadcal check reads it. A ray hits a marker in one of the triangles
            p1 p2 p4 and p3 p4 p2, borders included; whether it does is exact. Distances are in metres,
            whatever the length of a direction. U runs from the side p1 p4 to p2 p3, V from p1 p2 to p4 p3.

            --camera reads camera frames as quadcal sense does, in JSON or NDJSON, and prints what the image of one of
            them shows: for each marker in view its place in the image, its distance, the angle at which it is seen (0
            squarely, 90 edge on), the pixels that show it, and how much of it others hide. The camera is a pinhole
            without distortion, so the image must be an undistorted one; it is the image that the steps in boxes lead
            to. A pixel shows what the ray through its center meets first. A picture of ids has a colour for each marker,
            which the table and the JSON name, and black for nothing; one of depth has 16 bits of millimetres along the
            optical axis, 0 for nothing and 65535 for all that is farther.

            Exit codes: 0 success, even if nothing is hit or shown, 2 usage error, 3 a file cannot be read
            or written.
            """,
        settings: RaycastOptions(), options: RaycastOptions.groups,
        examples: [
            (
                "quadcal raycast --origin 1,1.6,5 --direction 0,0,-1 room.csv",
                "what somebody standing in the room looks at"
            ),
            ("quadcal raycast --rays rays.csv --all --json markers.json", "every hit of many rays, as JSON"),
            (
                "quadcal raycast --rays rays.csv --face placed --to-m 3 room.csv",
                "only what was placed from the side of the origin, and is near"
            ),
            (
                "quadcal raycast --camera poses.ndjson --frame 12 --picture view.png markers.json",
                "which markers a photograph shows, and a picture of them"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            if let camera = options.cameraFile {
                return try look(through: camera, at: files, options, &streams)
            }
            let report = try RaycastReport(reading: files, options)
            try streams.finish(options.printsJSON ? report.document(openDepth: 3) : nil) {
                RaycastText.table(report, on: $0)
            }
            if options.loudness != .quiet { report.notes.forEach(streams.advise) }
            return .good
        })

    /// Shows what a camera sees.
    private static func look(
        through camera: String, at files: [String], _ options: RaycastOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        let report = try CameraReport(reading: files, through: camera, options)
        let document = report.document(openDepth: 3)
        if let file = options.pictureFile {
            try OutputFile.write(
                CameraPicture.bytes(of: report, options.shade ?? .ids), to: file,
                replaces: options.replacesFile,
                for: "--picture")
        }
        if let file = options.reportFile {
            let page = CameraPage(report, try ReportFile.stamp(document))
            try OutputFile.write(page.html, to: file, replaces: options.replacesFile, for: "--report")
        }
        try streams.finish(options.printsJSON ? document : nil) { CameraText.text(report, on: $0) }
        if options.loudness != .quiet { report.notes.forEach(streams.advise) }
        return .good
    }
}

extension RaycastOptions {
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        try requireOutputs()
        guard cameraFile != nil || rayFile != nil || origin != nil else {
            throw .neededOption(
                "--rays RAYS.csv (or --origin with --direction)", "they say which rays to cast")
        }
        guard start <= end else {
            throw .badValue(
                option: "--to-m", value: MeasureText.shortest(end),
                BadValue(expected: "no less than --from-m, which is \(MeasureText.shortest(start))"))
        }
        guard !files.isEmpty else {
            throw .noFile(
                example: "quadcal raycast --rays rays.csv room.csv", isTerminal: Streams.inputIsTerminal)
        }
        let inputs = files + [rayFile, cameraFile].compactMap { $0 }
        guard inputs.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
    }

    private func requireOutputs() throws(Failure) {
        try OutputFile.requireFree(
            [("--picture", pictureFile), ("--report", reportFile)], replaces: replacesFile)
    }
}
