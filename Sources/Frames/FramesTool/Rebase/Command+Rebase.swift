import ARMessages
import StrictJSON
import ToolCommands
import ToolMarkers
import ToolTerminal

extension Command {
    static let rebase = Command(
        "rebase", Wing.frames["rebase"],
        operands: "FILE | --handshake TP TL FILE",
        notes: """
            FILE holds messages of Carrot, {"session_token", "endpoint", "payload"}, with line ends between them; - is
            standard input. The numbers of payload.offset or payload.transform are carried from one frame into the
            other, and every other byte is copied. Messages of reserved endpoints (carrot_...) are copied: they have
            the poses of a handshake, each in its device's frame. FILE may have any size.

            The way is a path of a graph of frames, or a handshake: TP is a message with the pose of the primary
            device and TL one with that of the secondary device while both were held at the same place.

            --extended adds members to the payload of messages that are carried and have none of them: "v" (1),
            "frame" (that of --to) and "cov", the 21 numbers on and above the diagonal of the covariance of the place,
            turns before shifts, in rad and m along the axes of what is placed.

            Exit codes: 0 success, 2 usage error, 3 a file cannot be read or written, or a message is refused with
            its line and the JSON pointer, 4 no edge joins the frames, or a pose is not rigid (NOT_RIGID).
            """,
        settings: RebaseOptions(), options: RebaseOptions.groups,
        examples: [
            (
                "quadcal rebase --graph room.g2o --from tablet --to phone session.ndjson > phone.ndjson",
                "recorded messages of the tablet as the phone sees them"
            ),
            (
                "quadcal rebase --handshake --back-to-back-mm 20 tp.json tl.json one.json",
                "one message of the secondary device as the primary one sees it"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            let way = try RebaseWay(options, files)
            let report = try RebaseReport(carrying: files[files.count - 1], by: way, options)
            if options.printsJSON { try streams.print(report.document(openDepth: 2)) }
            try streams.flush()
            if !options.isQuiet { report.lines.forEach(streams.advise) }
            return report.exitCode
        })
}

extension Failure {
    static func messages(file: String, _ error: MessageStreamError) -> Failure {
        switch error {
        case .refused(.unreadable(let fault), let line, _):
            Failure(
                .unreadable, code: error.code, file: file, line: line,
                "\(fileLabel(file)):\(fault.line): \(fault.text)")
        case .refused(let fault, let line, _):
            Failure(
                .unreadable, code: error.code, file: file, line: line,
                "\(fileLabel(file)):\(line): \(visible(fault.pointer)): \(fault.code), \(fault.message)")
        case .file(let fault):
            Failure(.unreadable, code: error.code, file: file, "\(fileLabel(file)): \(fault.text)")
        }
    }

    /// The pose of a handshake that cannot be used.
    static func handshake(file: String, _ error: HandshakeError) -> Failure {
        Failure(
            .unsolvable, code: error.code, file: file, "\(fileLabel(file)): \(error.code), \(error.message)")
    }
}
