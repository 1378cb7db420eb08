import QuadGeometry
import Testing

@testable import quadcal

@Suite("Help")
struct HelpTests {
    @Test(
        "of a command is the same however it is asked for",
        arguments: [
            ["help", "check"], ["check", "--help"], ["check", "-h"], ["--help", "check"],
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
              apply        move the markers of a file as a saved fit says
              recalibrate  move the markers of a space to where a new scan has them
              report       write a saved fit or a job as a page for people
              raycast      find which markers rays meet, and where
              probe        find out what a server does where its documents leave it open
              sandbox      serve the marker API on this machine, to try things on
              doctor       say what this installation is made of, and whether it computes rightly
              schema       list the JSON documents, or print the schema of one
              completions  print what makes a shell complete commands and options
              help         say what the tool or one command does
              version      name the version

            "quadcal help COMMAND" says more; "quadcal --version" names the version.

            """
        #expect(run == Tool.Run(output: expected, advice: "", exit: 0))
    }

    @Test("names the version", arguments: [["version"], ["--version"]])
    func version(_ arguments: [String]) throws {
        #expect(
            try Tool.run(arguments) == Tool.Run(output: "quadcal \(Quadcal.version)\n", advice: "", exit: 0))
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
        #expect(run.output.contains("\nTo mend it: "))
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
    "NOT_RECTANGULAR", "DUPLICATE_MARKER", "OVERLAPPING_MARKER", "STACKED_MARKER", "NOT_A_MARKER",
    "BAD_MEMBER",
    "MISSING_VERSION", "DUPLICATE_ID", "NO_CALIBRATED_DATA", "BAD_CALIBRATED_DATA", "CALIBRATED_CENTER",
    "CALIBRATED_SHAPE",
]

private let checkHelp = """
    quadcal check - find everything wrong with marker quads

    usage: quadcal check [OPTION...] FILE...

    FILE is CSV or JSON, - is standard input. CSV: in each row 12 numbers p1x,p1y,p1z,...,p4z in
    metres, or an id and 12 numbers, parted by commas, semicolons or tabs; a header row has exactly
    these names. JSON: markers as the server has them, one, one a line (NDJSON), an array, or the
    markers or data of an object; reference sets too. Markers are compared with the others of their
    file, in JSON only with those of their session or set. Limits given as options override the
    profile's.

    Exit codes: 0 good, 1 findings (see --fail-on), 2 wrong usage, 3 a file cannot be read.

    input:
      --format FORMAT           csv, json or ndjson (by the end of the name, else by the content)
      --coordinates CORNERS     raw or calibrated: which corners of markers in JSON (raw)

    limits:
      --profile app|strict      the limits to start from (app)
      --snap-mm MM              corners nearer than this are one (1 mm)
      --flatness-warning-mm MM  flatness above this is a warning (app 10 mm, strict 3 mm)
      --flatness-error-mm MM    flatness above this is an error (app 25 mm, strict 10 mm)
      --fold-deg DEG            the sharpest fold along p2-p4 (20°)
      --min-edge-mm MM          the shortest edge (5 mm)
      --max-edge-m M            the longest edge (20 m)
      --max-aspect RATIO        the longest over the shortest edge (50)
      --max-coordinate-m M      the largest coordinate, sign apart (10000 m)
      --min-angle-deg DEG       corners nearer to 0 or 180 degrees are straight (2°)
      --max-skew-deg DEG        corners farther from 90 degrees are no rectangle's (5°)
      --min-overlap RATIO       the least intersection over union of an overlap (0.05)
      --stack-mm MM             parallel markers nearer than this are stacked (20 mm)
      --facing X,Y,Z            the direction normals should share; finds WINDING

    findings:
      --only CODES              report these codes and no others
      --ignore CODES            leave these codes out
      --severity CODE=LEVEL     count a code as error, warning, info or hint
      --max-findings N          list at most N findings, but every error
      --fail-on LEVEL           exit 1 from this level on: error, warning or never (error)

    mending:
      --fix OUT                 write FILE with every suggested repair made; report what remains
      --force                   let --fix replace a file

    report:
      --json                    one JSON document
      --ndjson                  a JSON object a line for each finding, then the summary
      --list-codes              no check: every code, its severity and what it says
      --explain CODE            no check: a code, its limits and how to mend it
      -v, --verbose             list info and hint findings too
      --quiet                   only the verdict, and no advice

    examples:
      quadcal check room.csv
          every error and warning, with place, number, limit and remedy
      quadcal check --profile strict --flatness-error-mm 5 --fail-on warning --json room.csv
          tighter limits for CI: exit 1 on any warning, the report as JSON
      zcat room.csv.gz | quadcal check --fix mended.csv -
          write what can be mended to a new file, report what cannot

    """
