import Testing

@testable import CheckReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Wrong usage")
struct OptionErrorTests {
    @Test(
        "exits 2 and names the option, the value and the remedy",
        arguments: wrongUsages)
    func message(_ arguments: [String], _ message: String) throws {
        let run = try Tool.run(arguments)
        #expect(run.exit == 2)
        #expect(run.advice == "quadcal: \(message)\n")
        #expect(run.output.isEmpty != arguments.contains { $0 == "--json" || $0 == "--ndjson" })
    }

    @Test(
        "is not the order of the options, nor how a value is attached, nor saying a thing twice",
        arguments: [
            ["--snap-mm", "2", "--profile", "strict", "a.csv"], ["a.csv", "--profile=strict", "--snap-mm=2"],
            ["--profile=strict", "a.csv", "--snap-mm", "2", "--profile", "strict"],
            ["--snap-mm=2", "--profile", "strict", "--", "a.csv"],
        ])
    func order(_ arguments: [String]) throws {
        let run = try Tool.run(["check"] + arguments, files: ["a.csv": Rows.square])
        #expect(
            run.output
                == "PASS  a.csv: 0 errors, 0 warnings, 0 info in 1 quad (profile strict, 1 limit changed)\n")
    }

    @Test("is not a file whose name begins with a dash, after --")
    func dashed() throws {
        let run = try Tool.run(["check", "--quiet", "--", "--json"], files: ["--json": Rows.square])
        #expect(run.output == "PASS  --json: 0 errors, 0 warnings, 0 info in 1 quad (profile app)\n")
    }

    @Test("options have names of their own, values that say what they are, and one line of help")
    func table() {
        let options = CheckOptions.groups.flatMap(\.help.options)
        #expect(Set(options.map(\.flag)).count == options.count)
        for option in options {
            #expect(option.flag.wholeMatch(of: /--[a-z]+(-[a-z]+)*/) != nil)
            #expect(!option.help.hasSuffix(".") && !option.help.contains("\n") && option.help.count < 80)
            if let short = option.short { #expect(short.wholeMatch(of: /-[a-z]/) != nil) }
        }
    }
}

/// Command lines, and the messages for them.
private let wrongUsages: [(arguments: [String], message: String)] = [
    ([], "no command given; \"quadcal help\" lists them"),
    (
        ["chek"],
        "there is no command \"chek\"; did you mean check? \"quadcal help\" lists the commands"
    ),
    (["room.csv"], "there is no command \"room.csv\"; \"quadcal help\" lists the commands"),
    (
        ["help", "chekc"],
        "there is no command \"chekc\"; did you mean check? \"quadcal help\" lists the commands"
    ),
    (["help", "check", "me"], "help does not take \"me\"; remove it"),
    (["version", "2"], "version does not take \"2\"; remove it"),
    (
        ["version", "--quiet"],
        "version has no option \"--quiet\"; \"quadcal help version\" lists the options"
    ),
    (
        ["check", "--jsn", "a"],
        "check has no option \"--jsn\"; did you mean --json? \"quadcal help check\" lists the options"
    ),
    (["check", "-x", "a"], "check has no option \"-x\"; \"quadcal help check\" lists the options"),
    (
        ["check", "--Snap-mm=1", "a"],
        "check has no option \"--Snap-mm\"; did you mean --snap-mm? \"quadcal help check\" lists the options"
    ),
    (["check", "a", "--snap-mm"], "--snap-mm needs a value: --snap-mm MM"),
    (["check", "--fix", "--json", "a"], "--fix needs a value: --fix OUT"),
    (["check", "--fix", "-v", "a"], "--fix needs a value: --fix OUT"),
    (
        ["check", "--json=yes", "a"],
        "--json takes no value, but was given \"yes\"; write --json alone"
    ),
    (
        ["check", "--snap-mm", "1,5", "a"],
        "--snap-mm cannot be \"1,5\"; it takes a number of millimetres, 0 or more, with a decimal point"
    ),
    (
        ["check", "--max-edge-m", "-1", "a"],
        "--max-edge-m cannot be \"-1\"; it takes a number of metres, 0 or more, with a decimal point"
    ),
    (
        ["check", "--fold-deg=nan", "a"],
        "--fold-deg cannot be \"nan\"; it takes a number of degrees, 0 or more, with a decimal point"
    ),
    (
        ["check", "--max-aspect=inf", "a"],
        "--max-aspect cannot be \"inf\"; it takes a ratio, 0 or more, with a decimal point"
    ),
    (
        ["check", "--profile", "apps", "a"],
        "--profile cannot be \"apps\"; did you mean app? it takes app or strict"
    ),
    (
        ["check", "--fail-on", "warnings", "a"],
        "--fail-on cannot be \"warnings\"; did you mean warning? it takes error, warning or never"
    ),
    (
        ["check", "--only", "NON_PLANER", "a"],
        "--only cannot be \"NON_PLANER\"; did you mean NON_PLANAR? it takes a code that \"quadcal check "
            + "--list-codes\" lists"
    ),
    (
        ["check", "--ignore", "FOLDED,", "a"],
        "--ignore cannot be \"FOLDED,\"; it takes a code that \"quadcal check --list-codes\" lists"
    ),
    (
        ["check", "--severity", "FOLDED", "a"],
        "--severity cannot be \"FOLDED\"; it takes a code and a level, as in FOLDED=error"
    ),
    (
        ["check", "--severity", "FOLDED=fatal", "a"],
        "--severity cannot be \"FOLDED=fatal\"; it takes error, warning, info or hint"
    ),
    (
        ["check", "--severity=FOLDED=error", "--severity=FOLDED=info", "a"],
        "--severity cannot be \"FOLDED=info\"; it takes one level per code, but FOLDED already has error"
    ),
    (
        ["check", "--max-findings", "-1", "a"],
        "--max-findings cannot be \"-1\"; it takes a whole number, 0 or more"
    ),
    (
        ["check", "--facing", "0,0", "a"],
        "--facing cannot be \"0,0\"; it takes three numbers that are not all zero, as in --facing 0,0,-1"
    ),
    (
        ["check", "--facing", "0,0,0", "a"],
        "--facing cannot be \"0,0,0\"; it takes three numbers that are not all zero, as in --facing 0,0,-1"
    ),
    (
        ["check", "--profile", "app", "--profile", "strict", "a"],
        "--profile app and --profile strict contradict each other; give one of them"
    ),
    (
        ["check", "--json", "--ndjson", "a"],
        "--json and --ndjson contradict each other; give one of them"
    ),
    (
        ["check", "--explain", "FOLDED", "--list-codes"],
        "--explain FOLDED and --list-codes contradict each other; give one of them"
    ),
    (
        ["check", "-v", "--quiet", "a"],
        "--verbose and --quiet contradict each other; give one of them"
    ),
    (
        ["check", "--only", "FOLDED", "--ignore", "CONCAVE,FOLDED", "a"],
        "--only FOLDED and --ignore FOLDED contradict each other; give one of them"
    ),
    (["check"], "no file given; name one, or - for standard input"),
    (
        ["check", "-", "a", "-"],
        "- is given twice, but standard input can be read only once; name it once"
    ),
    (
        ["check", "--fix", "-", "a"],
        "--fix cannot be \"-\", because the report goes there; name a file"
    ),
    (["check", "--fix=", "a"], "--fix cannot be \"\"; it takes the name of a file to write"),
    (
        ["check", "--fix", "o", "a", "b"],
        "--fix works on one file at a time, but 2 are given; run it once for each"
    ),
    (["check", "--list-codes", "a"], "check --list-codes does not take \"a\"; remove it"),
    (["check", "--explain", "FOLDED", "a"], "check --explain does not take \"a\"; remove it"),
]
