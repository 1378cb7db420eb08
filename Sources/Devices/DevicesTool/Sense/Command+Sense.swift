import Foundation
import FrameCodes
import FrameReports
import Markers
import MarkersEndpoint
import PublishedResults
import QuadGeometry
import SensorReports
import ToolCommands
import ToolServer
import ToolTerminal
import VisionSensorClient

extension Command {
    static let sense = Command(
        "sense", Wing.devices["sense"],
        operands: "--sensor URL | --detections FILE | --demo",
        notes: """
            RobotVision reports boxes in pixels, a distance and a size, but no pose: --camera has a camera frame
            for each reply, or one for all of them where the camera stands still: JSON or NDJSON, such as
            {"intrinsics":{"fx":1450,"fy":1450,"cx":960,"cy":720,"width":1920,"height":1440},"boxes":[],
            "mirrored":false,"worldFromCamera":[1,0,0,0,0,1,0,0,0,0,1,0,X,Y,Z,1],"stand":"door"}. A line leaves
            out what stays as it was; quadcal schema camera has all members. Nobody can know along which line the phone measures distances: --distance
            says it, or infer finds it in the data.
            A phone that serves in its own hotspot is http://172.20.10.1:8080. It gets no credentials. The phone of
            quadcal sandbox --phone wall has its frames at ADDRESS/sandbox/camera/{requestId}.

            Sightings of one object are joined, frames of one stand share the error of their pose, and an object becomes a
            marker with 3 sightings from 2 stands. A box shows no orientation: corners face the cameras, which is
            assumed, unless --plane names a wall or table. Findings say what was left out: NO_FRAME, BAD_OBJECT,
            OUTSIDE_FRAME, SIZE_INCONSISTENT, FRAME_SIZE (boxes are in another image than the frames say) and others.

            --record writes the run line by line. Run the same command again to resume an interrupted run; --detections
            repeats it without a phone, to the same bytes. --api creates the markers, each once, in the frame of --origin; with
            --store they wait in that file where there is no network, and quadcal sync sends them.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 a finding of severity error (see --fail-on), 2 usage error, 3 a file cannot be read or
            written, 5 the phone or the server cannot be asked.
            """,
        isColored: true, settings: SenseOptions(), options: SenseOptions.groups,
        mostUsed: [
            "--sensor", "--detections", "--camera", "--distance", "--api", "--session", "--out", "--report",
            "--demo", "--json",
        ],
        examples: [
            (
                "quadcal sense --sensor http://172.20.10.1:8080 --probe",
                "check that the phone responds, and print its status"
            ),
            (
                "quadcal sense --sensor URL --camera poses.ndjson --distance axis --record run.ndjson --out m.json",
                "200 detections made into markers"
            ),
            (
                "quadcal sense --detections run.ndjson --distance infer --corners plane --plane 0,0,1,0",
                "the same without the phone, on a wall"
            ),
            (
                "quadcal sense --demo --fault 503:0.1:after",
                "a made-up phone and server that lose a tenth of their answers, beside the truth"
            ),
        ],
        work: { (stated, files, streams) throws(Failure) in
            if try stated.codes.print(of: "sense", beside: files, to: &streams) { return .good }
            try stated.requireSense(for: files)
            let demo = stated.isDemo ? try SenseDemo(stated) : nil
            let options: SenseOptions
            if let demo {
                options = try SenseDemo.options(stated, demo)
            } else {
                options = try stated.withOrigin()
            }
            var work = try SenseWork(options)
            let report = try work.report(demo)
            try options.write(report)
            let outcome = SenseOutcome(options: options, inputs: work.inputs, report: report)
            try outcome.writePage()
            if options.printsJSON {
                try streams.print(outcome.document(openDepth: 3))
            } else if let form = options.codes.published {
                try streams.print(
                    form.text(PublishedResult(outcome.view, of: "sense", at: outcome.place, options.codes)))
            } else {
                try streams.printReport(outcome.text(on: streams.screen))
            }
            try streams.flush()
            return outcome.exitCode
        })
}

extension SenseWork {
    fileprivate mutating func report(_ demo: SenseDemo?) throws(Failure) -> SenseReport {
        if let file = options.detections {
            try replay(file)
            var report = try finish()
            try options.create(&report)
            return report
        }
        guard let origin = options.sensor else { return try finish() }
        let sensor: SensorAPI
        if let demo {
            sensor = try demo.sensor(options)
        } else {
            sensor = SensorAPI(try SenseOptions.transport(to: origin))
        }
        let (phone, events) = try options.prepare(sensor)
        if options.detects { try begin(id: demo?.run ?? UUID().wireText) }
        for event in events { try note(event) }
        if options.detects { try ask(sensor) }
        var report = try finish()
        report.phone = phone
        try keepKeys(report)
        if let demo { return try demo.completed(report) }
        try options.create(&report)
        return report
    }
}

extension Failure {
    static func phone(_ error: SensorFailure) -> Failure {
        Failure(
            .network, code: error.code, cause: error,
            "\(visible(error.message, atMost: .max)); \(visible(error.remedy, atMost: .max))")
    }
}
