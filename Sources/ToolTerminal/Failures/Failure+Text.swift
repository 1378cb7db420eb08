import ARMessages
import FrameGraph
import FrameReports
import MarkerTables
import Markers
import MarkersClient
import MarkersOffline
import MarkersReport
import MarkersSandbox
import QuadGeometry
import VisionSensor
import VisionSensorClient

extension Failure {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        switch self {
        case .noCommand:
            "no command given; \"quadcal help\" lists them"
        case .unknownCommand(let name, let nearest):
            "there is no command \(quoted(name)); \(suggestion(nearest))\"quadcal help\" lists the commands"
        case .unknownDocument(let name, let nearest):
            "there is no document \(quoted(name)); \(suggestion(nearest))\"quadcal schema\" lists the documents"
        case .unknownShell(let name, let nearest):
            "there are no completions for \(quoted(name)); \(suggestion(nearest))bash and zsh are supported"
        case .unknownOption(let name, let command, let nearest):
            "\(command) has no option \(quoted(name)); \(suggestion(nearest))"
                + "\"quadcal help \(command)\" lists the options"
        case .missingValue(let option, let placeholder):
            "\(option) needs a value: \(option) \(placeholder)"
        case .unwantedValue(let option, let value):
            "\(option) takes no value, but was given \(quoted(value)); write \(option) alone"
        case .badValue(let option, let value, let problem):
            "\(option) cannot be \(quoted(value)); \(suggestion(problem.nearest))it takes \(problem.expected)"
        case .contradiction(let first, let second):
            "\(visible(first)) and \(visible(second)) contradict each other; give one of them"
        case .unwantedOperand(let text, let command):
            "\(command) does not take \(quoted(text)); remove it"
        case .noFile(let example, let isTerminal):
            "no file given; name one, "
                + (isTerminal ? "as in: \(example)" : "or - for standard input")
        case .standardInputTwice:
            "- is given twice, but standard input can be read only once; name it once"
        case .fixingSeveral(let count):
            "--fix works on one file at a time, but \(count) are given; run it once for each"
        case .reportInOutput(let option):
            "\(option) cannot be \"-\", because the report goes there; name a file"
        case .outputExists(let option, let file):
            "\(option) \(quoted(file)): the file exists; add --force to replace it, or name another"
        case .noRegularFile(let option, let file):
            "\(option) \(quoted(file)): it exists and is not a regular file; name another"
        case .outputRefused(let option, let file, let problem):
            "\(option) \(quoted(file)): cannot be written (\(systemMessage(problem))); "
                + "name a file in a folder you may write to"
        case .limits(.unusable(let name, let value)):
            "the limit \(name) cannot be \(value); give 0 or more"
        case .settings(let file, let error):
            "\(fileLabel(file)):\(error.line): \(error.text)"
        case .differentSettings(let first, let second):
            "\(fileLabel(first)) and \(fileLabel(second)) have different .quadcal.json above them; check them one "
                + "after the other, or choose with --config FILE or --config none"
        case .tableOfRawCorners(let file):
            "\(fileLabel(file)): is CSV, which has no calibrated corners besides the raw ones; remove --coordinates"
        case .unopened(let file, let problem):
            "\(fileLabel(file)): cannot be read (\(systemMessage(problem))); check the name and its permissions"
        case .directory(let file):
            "\(fileLabel(file)): is a folder, expected a file; name the files in it"
        case .nothingMatches(let pattern):
            "\(visible(pattern)): no file has a name like this; check the pattern and the folder"
        case .noMarkerFiles(let folder):
            "\(visible(folder)): no file in this folder ends in .csv, .json or .ndjson; name the files themselves"
        case .deepPattern(let pattern):
            "\(visible(pattern)): ** is not known here; name the folders, or the files as in: "
                + "find FOLDER -name '*.json' -exec quadcal check {} +"
        case .unusableFiles(let folder, let files):
            "\(visible(folder)): \(listed(files) { visible($0) }) \(files.count == 1 ? "is no regular file" : "are no regular files"); "
                + "name the other files, or remove \(files.count == 1 ? "it" : "them")"
        case .table(let file, let error):
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(error.text)"
        case .refused(let refusal): refusal.text
        case .missingJoin(let old, let new):
            "two files need a way to pair them: add --join label to pair the markers of \(fileLabel(old)) with those of "
                + "\(fileLabel(new)) by their labels (or --join anchor, --join-map FILE, --anchors, --two-points, --matrices)"
        case .missingSide(let file):
            "two files are needed, the old one and the new, but only \(fileLabel(file)) is given; name the new one after it"
        case .missingMarkers(let fit):
            "a fit and a file of markers are needed, but only \(fileLabel(fit)) is given; name the markers after it"
        case .notLines(let file):
            "\(fileLabel(file)): is not NDJSON, expected one object per line; remove --ndjson"
        case .unstatedTarget(let file, let count):
            "\(fileLabel(file)): \(counted(count, "marker")) in it \(count == 1 ? "has" : "have") calibrated corners that are "
                + "not the raw ones; choose with --target raw or --target calibrated"
        case .emptyMarkers(let file):
            "\(fileLabel(file)): is empty, expected markers as JSON; check what wrote it"
        case .json(let file, let error):
            "\(fileLabel(file)):\(error.line): \(error.text)"
        case .identifierMap(let file, let error):
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(error.text)"
        case .matrix(let file, let error, let formatIsStated):
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(error.text(formatIsStated: formatIsStated))"
        case .exchange(let file, let error): "\(fileLabel(file)):\(error.line): \(error.text)"
        case .graph(let file, let error):
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(visible(error.text, atMost: .max))"
        case .camera(let file, let error):
            "\(fileLabel(file)): BAD_CAMERA, \(visible(error.message, atMost: .max)); correct the camera frame"
        case .room(let device, let fault):
            "device \(device) of the room: \(fault.code), \(visible(fault.message)); run it again without --fault"
        case .phone(let error):
            "\(visible(error.message, atMost: .max)); \(visible(error.remedy, atMost: .max))"
        case .unpairedPoses(let old, let new, let error):
            "\(fileLabel(old)) to \(fileLabel(new)): \(error.text)"
        case .neededOption(let option, let reason):
            "\(option) is needed: \(reason)"
        case .neededOptions(let needed, let found, let command):
            (needed.count == 1
                ? "\(needed[0].option) is needed: \(needed[0].reason)"
                : "\(needed.count) more options are needed:"
                    + needed.map { "\n  \($0.option): \($0.reason)" }.joined())
                + (found.map { "\n\n\($0)" } ?? "")
                + (command.map { "\nto see a plan: \($0)" } ?? "")
        case .unstatedDots(let file, let count):
            "\(fileLabel(file)): \(counted(count, "row")) in it \(count == 1 ? "is" : "are") off the guide's axis, where the "
                + "guide and the app place the dots differently; choose with --dots drawn or --dots snapped"
        case .anchors(let file, let fault): "\(fileLabel(file)): \(fault.text)"
        case .origin(let file, let line, let fault):
            "\(fileLabel(file))\(line.map { ":\($0)" } ?? ""): \(fault.text)"
        case .noPartners(let old, let new, let summary):
            "\(fileLabel(old)) to \(fileLabel(new)): no markers match: \(summary); check that both files are of the same "
                + "space, or join by another key"
        case .profile(let file, let error):
            "\(fileLabel(file)): \(joined(error.explained(to: .terminal)))"
        case .unservedMode(let mode, let file):
            "--mode \(mode.rawValue) cannot work on this server, according to \(fileLabel(file)); use another mode, or probe the server again "
                + "if it was changed"
        case .savedFit(let file, let error):
            "\(fileLabel(file)):\(error.line): \(error.text)"
        case .unusableFit(let file, let error):
            "\(fileLabel(file)): \(error.text)"
        case .handEye(let file, let error):
            "\(fileLabel(file)): \(error.code), \(error.message); \(error.remedy)"
        case .messages(let file, .refused(.unreadable(let error), _, _)):
            "\(fileLabel(file)):\(error.line): \(error.text)"
        case .messages(let file, .refused(let error, let line, _)):
            "\(fileLabel(file)):\(line): \(visible(error.pointer)): \(error.code), \(error.message)"
        case .messages(let file, .file(let error)): "\(fileLabel(file)): \(error.text)"
        case .handshake(let file, let error): "\(fileLabel(file)): \(error.code), \(error.message)"
        case .fusion(let error):
            "\(error.code), \(visible(error.message)); \(error.remedy)"
        case .noCommonRow(let old, let new, let summary):
            "\(fileLabel(old)) to \(fileLabel(new)): no rows match: \(summary); check that both are of the same laser "
                + "guide"
        case .sandbox(let error): joined(error.explained(to: .terminal))
        case .listening(let address, let port, let number):
            "cannot listen on \(address):\(port) (\(systemMessage(number))); choose an address of this machine and a free port"
        case .connection(let fault): fault.text
        case .listing(let fault): fault.text
        case .movedBefore(let jobs, let server): EarlierJob.text(jobs, server)
        case .kept(let error): joined(error.explained(to: .terminal))
        case .undoneJob(let file):
            "\(fileLabel(file)): JOB_UNDONE, all that this job did was put back, and resuming does not do it again; plan a new job "
                + "for that, or compare with --verify"
        case .declined: "nothing was sent"
        case .stopped: "stopped; nothing was sent"
        case .server(let name, let error): "\(visible(name)): \(error.text)"
        case .jobWithoutFit(let file):
            "\(fileLabel(file)): is a job without a stored fit; report the fit itself, if there is one"
        case .noScene(let file):
            "\(fileLabel(file)): has no markers with four corners, and a scene shows only those; name them with --markers"
        case .logo(let file, let error): "\(fileLabel(file)): \(error.message); \(error.remedy)"
        case .job(let file, let error): "\(fileLabel(file)): \(error.text)"
        case .store(let file, let error):
            "\(fileLabel(file)): \(error.code), \(joined(error.explained(to: .terminal)))"
        case .edit(let id, .store(let error)):
            "edit \(visible(id)): \(joined(error.explained(to: .terminal)))"
        case .edit(let id, let error):
            "edit \(visible(id)): \(error.code), this cannot be done with it; --list shows its state and reason"
        case .outputFailed(let file, let problem):
            "\(fileLabel(file)): cannot be written (\(systemMessage(problem))); check the folder, its "
                + "permissions and the space left"
        case .outputLost(let problem):
            "standard output: cannot be written (\(systemMessage(problem))); check the folder, its "
                + "permissions and the space left"
        case .readerWentAway: ""
        }
    }

    private func suggestion(_ nearest: String?) -> String {
        nearest.map { "did you mean \($0)? " } ?? ""
    }
}

extension EarlierJob {
    /// The message: what earlier jobs did, and the ways on; safe for a terminal.
    fileprivate static func text(_ jobs: [EarlierJob], _ server: Origin) -> String {
        guard let job = jobs.first(where: \.isPartial) ?? jobs.first else { return "" }
        let facts = job.facts(to: .terminal)
        guard job.isPartial else {
            return
                "ALREADY_APPLIED, \(facts); there is nothing to do. To take it back: \(line("--undo", job, server))"
        }
        return
            "PARTLY_MOVED, \(facts). Complete it: \(line("--resume", job, server)); or take it back: "
            + "\(line("--undo", job, server)); or move the others alone with --only-unmoved"
    }

    private static func line(_ action: String, _ job: EarlierJob, _ server: Origin) -> String {
        ["quadcal", "recalibrate", action, "--job", job.path, "--api", "\(server)"]
            .map(ShellWord.quoted).joined(separator: " ")
    }
}
