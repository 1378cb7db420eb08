package import ARMessages
package import FrameGraph
package import FrameReports
package import MarkerTables
package import Markers
package import MarkersClient
package import MarkersOffline
package import MarkersReport
package import MarkersSandbox
package import QuadGeometry
package import VisionSensor
package import VisionSensorClient

/// The reason why a run could not do what it was asked. Every one the tool knows is listed here, with its text beside
/// it.
package enum Failure: Error {
    case noCommand
    case unknownCommand(String, nearest: String?)
    case unknownDocument(String, nearest: String?)
    case unknownShell(String, nearest: String?)
    case unknownOption(String, command: String, nearest: String?)
    case missingValue(option: String, placeholder: String)
    case unwantedValue(option: String, value: String)
    case badValue(option: String, value: String, BadValue)
    case contradiction(String, String)
    case unwantedOperand(String, command: String)
    case noFile(example: String, isTerminal: Bool)
    case standardInputTwice
    case fixingSeveral(count: Int)
    case reportInOutput(option: String)
    case outputExists(option: String, file: String)
    case noRegularFile(option: String, file: String)
    case outputRefused(option: String, file: String, errno: Int32)
    case limits(QuadLimitsError)
    /// A file of settings that is refused.
    case settings(file: String, SettingsError)
    /// Files for which different settings hold.
    case differentSettings(first: String, second: String)
    /// Calibrated corners were asked for.
    case tableOfRawCorners(file: String)
    /// A join of one file.
    case missingSide(file: String)
    /// Two files without a way to pair what is in them.
    case missingJoin(old: String, new: String)
    /// A fit, and nothing to move by it.
    case missingMarkers(fit: String)
    /// An option that has to be given, and why.
    case neededOption(String, String)
    /// Several at once, with what there is to choose from, and a command that has them all.
    case neededOptions([(option: String, reason: String)], found: String?, command: String?)
    case unstatedTarget(file: String, count: Int)
    /// Rows of a laser guide whose dots may be in two places.
    case unstatedDots(file: String, count: Int)

    case unopened(file: String, errno: Int32)
    case directory(file: String)
    /// A pattern of a shell that no file has the name for.
    case nothingMatches(pattern: String)
    /// A folder without files of markers.
    case noMarkerFiles(folder: String)
    /// A pattern for folders at any depth.
    case deepPattern(String)
    /// Files of markers in a folder that are no regular files.
    case unusableFiles(folder: String, [String])
    case table(file: String, TableError)
    case refused(FitRefusal)
    case emptyMarkers(file: String)
    /// Markers that were to be objects line by line.
    case notLines(file: String)
    case json(file: String, JSONError)
    case identifierMap(file: String, IdentifierMapError)
    case matrix(file: String, MatrixReadError, formatIsStated: Bool)
    /// A motion or poses of another program.
    case exchange(file: String, ExchangeError)
    /// A graph of frames that is refused, or gives no answer.
    case graph(file: String, GraphInputError)
    /// A file of camera frames that is refused.
    case camera(file: String, CameraFrameError)
    /// A phone that gave no usable answer.
    case phone(SensorFailure)
    /// A device of a demo that did not join the room, or saw nothing there.
    case room(device: Int, SessionFault)
    /// Poses of which no two are a pair.
    case unpairedPoses(old: String, new: String, TrajectoryPairsError)
    case anchors(file: String, AnchorFault)
    case origin(file: String, line: Int?, OriginFault)
    /// A join that paired nothing, and what became of the markers.
    case noPartners(old: String, new: String, String)
    case savedFit(file: String, SavedFitError)
    /// Poses that determine no place of the camera.
    case handEye(file: String, HandEyeError)
    /// Messages of devices that are refused.
    case messages(file: String, MessageStreamError)
    /// The pose of a handshake that cannot be used.
    case handshake(file: String, HandshakeError)
    /// Sessions that cannot be fused.
    case fusion(FusionError)
    /// A file of a server's profile that says nothing known there.
    case profile(file: String, ServerProfileError)
    /// A mode that the server's profile speaks against.
    case unservedMode(PushMode, profile: String)
    /// A fit that cannot be used for the markers it is to move.
    case unusableFit(file: String, RecalibrationPlanError)
    /// Anchors of which no row is on the other side, and what became of the rows.
    case noCommonRow(old: String, new: String, String)
    case sandbox(SandboxError)
    /// An address at which no server can be started.
    case listening(address: String, port: UInt16, errno: Int32)
    /// The reason that keeps a server from being asked.
    case connection(ConnectionFault)
    /// A thing that was asked for and a server does not have.
    case listing(ListingFault)
    /// A failure of a server, by its name.
    case server(String, APIError)
    /// A job of a motion that is from no saved fit, so that there is nothing to report of it.
    case jobWithoutFit(file: String)
    /// A report without markers of four corners, which are all that a scene shows.
    case noScene(file: String)
    /// A picture that a page cannot hold.
    case logo(file: String, ReportLogoError)
    /// A job that cannot be made or used, by its file.
    case job(file: String, JobError)
    /// A store of kept markers and queued edits that cannot be used, by its file.
    case store(file: String, StoreError)
    /// An edit of a store on which this cannot be decided.
    case edit(String, EditError)
    /// A job that is to be resumed, though all that it did was put back.
    case undoneJob(file: String)
    /// Earlier jobs that have moved markers of the space.
    case movedBefore([EarlierJob], server: Origin)
    /// A session that keeps a job from running.
    case kept(JobRunError)
    /// A no to the question whether to go on.
    case declined
    /// A signal came before anything was sent.
    case stopped

    case outputFailed(file: String, errno: Int32)
    /// Standard output takes no more.
    case outputLost(errno: Int32)
    /// The program that read our output has ended; nothing is wrong.
    case readerWentAway

    package var exitCode: ExitCode {
        switch self {
        case .noCommand, .unknownCommand, .unknownDocument, .unknownShell, .unknownOption, .missingValue,
            .unwantedValue,
            .badValue,
            .contradiction, .unwantedOperand, .noFile, .standardInputTwice, .fixingSeveral,
            .reportInOutput, .outputExists, .noRegularFile, .outputRefused, .limits, .tableOfRawCorners,
            .differentSettings, .missingSide, .missingJoin, .missingMarkers, .neededOption, .neededOptions,
            .unservedMode, .listening, .deepPattern, .unstatedTarget, .unstatedDots, .undoneJob,
            .store(_, .anotherServer):
            .usage
        case .unopened, .directory, .nothingMatches, .noMarkerFiles, .unusableFiles, .table, .emptyMarkers,
            .notLines, .json, .identifierMap, .matrix, .exchange, .savedFit, .origin, .profile, .settings,
            .camera, .messages:
            .unreadable
        case .handEye, .handshake, .noPartners, .noCommonRow, .unpairedPoses(_, _, .none): .unsolvable
        case .unpairedPoses: .unreadable
        case .graph(_, let error): error.isUnreadable ? .unreadable : .unsolvable
        case .anchors(_, let fault): fault.exitCode
        case .sandbox(.port): .usage
        case .sandbox(.store): .unreadable
        case .refused(let refusal): refusal.exitCode
        case .unusableFit(_, let error): error.exitCode
        case .fusion(let error): error.exitCode
        case .connection(let fault): fault.exitCode
        case .listing(let fault): fault.exitCode
        case .kept(.unmarkable), .phone, .room: .network
        case .movedBefore, .kept: .findings
        case .declined, .stopped: .interrupted
        case .server(_, let error): error.exitCode
        case .job(_, .anotherServer), .job(_, .undone): .usage
        case .job, .jobWithoutFit, .noScene, .logo, .store, .edit(_, .store): .unreadable
        case .edit: .usage
        case .outputFailed: .unreadable
        case .outputLost: .internalError
        case .readerWentAway: .good
        }
    }

    /// The file it is about, and the line in it, where there is one.
    package var place: (file: String, line: Int?)? {
        switch self {
        case .unopened(let file, _), .directory(let file), .nothingMatches(let file), .deepPattern(let file),
            .noMarkerFiles(let file), .unusableFiles(let file, _),
            .outputExists(_, let file), .noRegularFile(_, let file), .outputRefused(_, let file, _),
            .outputFailed(let file, _), .missingSide(let file), .missingJoin(let file, _),
            .tableOfRawCorners(let file),
            .unstatedTarget(let file, _),
            .emptyMarkers(let file), .missingMarkers(let file), .notLines(let file),
            .unstatedDots(let file, _), .anchors(let file, _),
            .handEye(let file, _), .handshake(let file, _), .noPartners(let file, _, _),
            .noCommonRow(let file, _, _),
            .unusableFit(let file, _),
            .profile(let file, _), .unservedMode(_, let file):
            (file, nil)
        case .savedFit(let file, let error): (file, error.line)
        case .json(let file, let error): (file, error.line)
        case .messages(let file, .refused(_, let line, _)): (file, line)
        case .messages(let file, .file): (file, nil)
        case .settings(let file, let error): (file, error.line)
        case .identifierMap(let file, let error): (file, error.line)
        case .matrix(let file, let error, _): (file, error.line)
        case .exchange(let file, let error): (file, error.line)
        case .graph(let file, let error): (file, error.line)
        case .camera(let file, let error): (file, error.line)
        case .unpairedPoses(let file, _, _): (file, nil)
        case .origin(let file, let line, _): (file, line)
        case .table(let file, let error): (file, error.line)
        case .refused(let refusal): refusal.place
        case .fusion(.badCorner(let file, _, _)): (file, nil)
        case .connection(.unnamedServer(_, let job, _)): (job, nil)
        case .sandbox(.store(let file, _, _)), .job(let file, _), .jobWithoutFit(let file),
            .undoneJob(let file), .store(let file, _),
            .noScene(let file), .logo(let file, _):
            (file, nil)
        default: nil
        }
    }
}

/// A value that an option cannot take, and what it takes instead.
package struct BadValue: Error {
    package let expected: String
    /// The known word that the value comes nearest to.
    package var nearest: String?

    package init(expected: String, nearest: String? = nil) {
        self.expected = expected
        self.nearest = nearest
    }
}
