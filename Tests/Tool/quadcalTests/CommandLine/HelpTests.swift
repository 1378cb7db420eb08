import MarkersClient
import QuadGeometry
import StrictJSON
import Testing
import ToolCommands

@testable import CheckReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Help")
struct HelpTests {
    @Test(
        "of a command is the same however it is asked for",
        arguments: [
            ["help", "check"], ["check", "--help"], ["--help", "check"], ["check", "-h", "--help"],
            ["check", "--jsn", "x", "--help"],
        ])
    func check(_ arguments: [String]) throws {
        let run = try Tool.run(arguments)
        #expect(run == Tool.Run(output: checkHelp, advice: "", exit: 0))
    }

    @Test("of the tool lists the commands", arguments: [["help"], ["--help"], ["-h"], ["--help", "-h"]])
    func overview(_ arguments: [String]) throws {
        let run = try Tool.run(arguments)
        let expected = """
            quadcal - check AR quad markers, and fit one scan to another

            usage: quadcal COMMAND ...

              check        find everything wrong with marker quads
              fit          find the motion between two frames from pairs of points
              ui           open two scans in a page, to see them, pair them and fit them
              moved        tell which markers were moved between two scans of a place
              fuse         make one set of markers of several sessions
              apply        apply a saved fit to the markers in a file
              calibrate    compute calibrated data, and compare it with what is stored
              recalibrate  move the markers of a space to where a new scan has them
              jobs         list the jobs of a folder, and what to do next
              report       write a saved fit or a job as an HTML report
              raycast      find which markers rays hit or an image shows, and where
              graph        check and solve a graph of frames and motions between them
              handeye      find where a camera sits on a hand or device
              rebase       carry recorded messages of devices into another frame
              sense        make markers of what a phone detects
              spaces       list the spaces of a server, or create one
              sessions     list the sessions of a space
              markers      list the markers of a space
              pull         save a space as files
              upload       check markers of files, and create them on a server
              sync         send what waited for a network, and bring what is kept up to date
              probe        detect server behaviour that the API leaves open
              sandbox      serve the marker API on this machine, for testing
              relay        carry messages between the devices of a room
              doctor       show versions and libraries, and run self-tests
              bench        measure digits and speeds of this installation
              schema       list the JSON documents, or print the schema of one
              completions  print a script that completes commands and options in a shell
              help         show help for the tool, for one command or on a topic
              version      print the version

            "quadcal help COMMAND" explains one command, "quadcal COMMAND -h" in short; "quadcal help TOPIC" explains
            credentials or exit-codes. "quadcal --version" prints the version.

            """
        #expect(run == Tool.Run(output: expected, advice: "", exit: 0))
    }

    @Test("is short where it is asked for so", arguments: ["check", "fit", "recalibrate", "fuse", "sense"])
    func short(_ command: String) throws {
        let run = try Tool.run([command, "-h"])
        #expect(run.exit == 0 && run.lines.count < 40)
        let flags = run.lines.filter { $0.hasPrefix("  -") }
        #expect((8...10).contains(flags.count))
        let all = try Tool.run(["help", command]).output
        #expect(flags.allSatisfy { all.contains($0.split(separator: "  ")[0]) })
        #expect(all.contains(run.lines[1]), "the usage line is the same")
        #expect(try Tool.run(["help", "--short", command]) == run)
    }

    @Test("has a list of options that exist for each short help")
    func mostUsed() {
        for command in Tool.commands {
            let flags = command.options.flatMap(\.options).map(\.flag)
            #expect(command.mostUsed.allSatisfy(flags.contains), "\(command.name)")
        }
    }

    @Test("explains topics", arguments: ["credentials", "exit-codes"])
    func topics(_ name: String) throws {
        let run = try Tool.run(["help", name])
        #expect(run.exit == 0 && run.lines.count > 5 && run.lines.allSatisfy { $0.count <= 130 })
        #expect(try Tool.run(["help"]).output.contains(name))
        #expect(try Tool.run(["help", "credentals"]).exit == 2)
    }

    @Test("names the version", arguments: [["version"], ["--version"]])
    func version(_ arguments: [String]) throws {
        #expect(
            try Tool.run(arguments)
                == Tool.Run(output: "quadcal \(QuadcalVersion.text)\n", advice: "", exit: 0))
    }

    @Test("lists every code with its severity in a line")
    func list() throws {
        let run = try Tool.run(["check", "--list-codes"])
        #expect(run.exit == 0)
        #expect(run.lines.map { $0.prefix { $0 != " " } }.map(String.init) == codes)
        #expect(run.lines.allSatisfy { $0.count <= 110 })
        #expect(run.lines.contains("TOO_SMALL            error                      an edge is too short"))
    }

    @Test("explains every code, with its limits", arguments: codes)
    func explanation(_ code: String) throws {
        let run = try Tool.run(["check", "--explain", code.lowercased()])
        #expect(run.exit == 0)
        #expect(run.output.hasPrefix("\(code) ("))
        #expect(run.output.contains("\nTo fix it: "))
        #expect(run.lines.allSatisfy { $0.count <= 120 })
        for limit in LimitOption.all where limit.codes.map(\.rawValue).contains(code) {
            #expect(run.output.contains("  \(limit.flag)"))
        }
    }

    @Test("fits a page")
    func width() {
        #expect(checkHelp.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
}

private let codes = [
    "WRONG_SHAPE", "NON_FINITE", "OUT_OF_RANGE", "DUPLICATE_CORNERS", "ZERO_AREA", "SELF_INTERSECTING",
    "CONCAVE",
    "NON_PLANAR", "FOLDED", "TOO_SMALL", "TOO_LARGE", "STRAIGHT_CORNER", "ASPECT_RATIO", "WINDING",
    "NOT_RECTANGULAR", "DUPLICATE_MARKER", "OVERLAPPING_MARKER", "STACKED_MARKER", "UNIT_SLIP", "FAR_AWAY",
    "UP_AXIS", "WARPED", "CROWDED", "NOT_A_MARKER", "BROKEN_LINE", "NO_MARKERS",
    "BAD_MEMBER",
    "MISSING_VERSION", "DUPLICATE_ID", "NO_CALIBRATED_DATA", "BAD_CALIBRATED_DATA", "CALIBRATED_CENTER",
    "CALIBRATED_SHAPE", "STALE_CALIBRATED", "VECTOR_SIGN",
    "NO_VECTOR", "USAGE", "UNREADABLE", "UNSOLVABLE", "NETWORK", "INTERNAL", "INTERRUPTED",
]

private let checkHelp = """
    quadcal check - find everything wrong with marker quads

    usage: quadcal check [OPTION...] FILE...

    FILE is CSV or JSON, - is standard input; a folder means its files that end in .csv, .json or .ndjson,
    and a quoted pattern such as 'scans/*.json' what it matches. CSV: in each row 12 numbers
    p1x,p1y,p1z,...,p4z in metres, or an id and 12 numbers, separated by commas, semicolons or tabs; a header
    row has exactly these names. JSON: markers as the server has them, one, one per line (NDJSON), an array, or
    the markers or data of an object; reference sets too. Markers are compared with the others of their
    file, in JSON only with those of their session or set, and with all others for copies. Limits
    given as options override the profile's.

    --format junit, sarif, github or markdown prints the findings for a test runner, a code scanner, the
    annotations of GitHub Actions, or a comment.

    .quadcal.json holds limits and a profile for the folder that it is in and all below it:
    {"profile": "strict", "limits": {"flatness-error-mm": 5}}. It is looked for from each file upward, as far
    as a folder with .git, the home folder or /, and belongs to you or to the administrator. Options win.

    Exit codes: 0 success, 1 findings (see --fail-on), 2 usage error, 3 a file cannot be read
    or written.

    input:
      --format FORMAT           input: csv, json or ndjson (detected); report: junit, sarif, github or markdown
      --coordinates CORNERS     raw or calibrated: which corners of markers in JSON (raw)

    limits:
      --profile app|strict      the limits to start from (app)
      --config FILE|none        limits and profile from FILE (.quadcal.json above the files)
      --snap-mm MM              corners closer than this count as one (1 mm)
      --flatness-warning-mm MM  flatness above this is a warning (app 10 mm, strict 3 mm)
      --flatness-error-mm MM    flatness above this is an error (app 25 mm, strict 10 mm)
      --fold-deg DEG            the sharpest fold along p2-p4 (20°)
      --min-edge-mm MM          the shortest edge (5 mm)
      --max-edge-m M            the longest edge (20 m)
      --max-aspect RATIO        the largest ratio of longest to shortest edge (50)
      --max-coordinate-m M      the largest absolute coordinate (10000 m)
      --min-angle-deg DEG       corners closer to 0 or 180 degrees are straight (2°)
      --max-skew-deg DEG        corners farther from 90 degrees are not right angles (5°)
      --min-overlap RATIO       the least intersection over union of an overlap (0.05)
      --stack-mm MM             parallel markers closer than this are stacked (20 mm)
      --facing X,Y,Z            the direction normals should share; finds WINDING

    calibrated data:
      --vector X,Y,Z            the space's calibration_vector in metres; finds STALE_CALIBRATED
      --sign WAY                added or subtracted: how the vector counts (added)

    findings:
      --only CODES              report only these codes
      --ignore CODES            do not report these codes
      --severity CODE=LEVEL     report a code as error, warning, info or hint
      --max-findings N          list at most N findings (20000), but always every error
      --fail-on LEVEL           exit 1 at this level or above: error, warning or never (error)

    fixing:
      --fix OUT                 write FILE with every suggested fix applied; report what remains
      --force                   let --fix replace a file

    report:
      --json                    one JSON document
      --ndjson                  one JSON object per line for each finding, then the summary
      --list-codes              no check: list every code, its severity and its meaning
      --explain CODE            no check: explain a code, its limits and how to fix it
      -v, --verbose             list info and hint findings too
      --quiet                   only the verdict, without advice

    terminal:
      --color WHEN              colours of the text: auto, always or never (auto; see NO_COLOR)

    examples:
      quadcal check room.csv
          every error and warning, with place, number, limit and remedy
      quadcal check --profile strict --flatness-error-mm 5 --fail-on warning --json room.csv
          tighter limits for CI: exit 1 on any warning, the report as JSON
      zcat room.csv.gz | quadcal check --fix fixed.csv -
          write a fixed copy, report what cannot be fixed

    """
