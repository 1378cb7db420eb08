import Markers
import QuadGeometry
import RaycastReports
import StrictJSON
import ToolTerminal

extension Command {
    /// `quadcal raycast MARKERS...`.
    static let raycast = Command(
        "raycast", "find which markers rays hit, and where", operands: "MARKERS...",
        notes: """
            MARKERS is CSV or JSON as quadcal check reads it. A ray hits a marker in one of the triangles
            p1 p2 p4 and p3 p4 p2, borders included; whether it does is exact. Distances are in metres,
            whatever the length of a direction. U runs from the side p1 p4 to p2 p3, V from p1 p2 to p4 p3.

            Exit codes: 0 success, even if nothing is hit, 2 usage error, 3 a file cannot be read.
            """,
        settings: RaycastOptions(), options: RaycastOptions.groups,
        examples: [
            (
                "quadcal raycast --origin 1,1.6,5 --direction 0,0,-1 room.csv",
                "what somebody standing in the room looks at"
            ),
            ("quadcal raycast --rays rays.csv --all --json markers.json", "every hit of many rays, as JSON"),
            (
                "quadcal raycast --rays rays.csv --face front --to-m 3 room.csv",
                "only what faces the origin and is near"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            let report = try RaycastReport(reading: files, options)
            if options.printsJSON {
                try streams.print(report.document(openDepth: 3))
            } else {
                try streams.printLines(RaycastText.table(report, on: streams.screen))
            }
            try streams.flush()
            if options.loudness != .quiet { report.notes.forEach(streams.advise) }
            return .good
        })
}

extension RaycastOptions {
    /// Refuses options and files that make no sense together, before anything is read.
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        switch (rayFile, origin, direction) {
        case (nil, nil, nil):
            throw .neededOption(
                "--rays RAYS.csv (or --origin with --direction)", "they say which rays to cast")
        case (nil, nil, _?): throw .neededOption("--origin X,Y,Z", "it says where the ray begins")
        case (nil, _?, nil): throw .neededOption("--direction X,Y,Z", "it says where the ray goes")
        case (_?, _?, _): throw .contradiction("--rays", "--origin")
        case (_?, _, _?): throw .contradiction("--rays", "--direction")
        default: break
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
        let inputs = files + [rayFile].compactMap { $0 }
        guard inputs.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
    }
}
