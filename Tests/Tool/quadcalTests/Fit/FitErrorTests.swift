import Foundation
import TestSupport
import Testing

@testable import FitReports
@testable import QuadcalTool
@testable import ToolCommands
@testable import ToolTerminal

@Suite("Wrong input and usage of a fit")
struct FitErrorTests {
    @Test("exits 3 and says where, what was found, what was expected and what to do", arguments: malformed)
    func input(_ text: String, _ message: String) throws {
        let run = try Tool.run(["fit", "bad.csv"], files: ["bad.csv": text])
        #expect(run == Tool.Run(output: "", advice: "quadcal: bad.csv\(message)\n", exit: 3))
    }

    @Test("exits 4 where the pairs fix no motion, and says which turn is free", arguments: unsolvable)
    func geometry(_ arguments: [String], _ rows: [String], _ message: String) throws {
        let run = try Tool.run(
            ["fit", "bad.csv"] + arguments, files: ["bad.csv": PairFiles.file(rows.joined(separator: "\n"))])
        #expect(run.exit == 4)
        #expect(run.output.isEmpty)
        #expect(run.advice.hasPrefix("quadcal: bad.csv: \(message)"), "\(run.advice)")
    }

    @Test("exits 2 and names the option, the value and the remedy", arguments: wrongUse)
    func usage(_ arguments: [String], _ message: String) throws {
        let run = try Tool.run(["fit"] + arguments, files: ["six.csv": PairFiles.six])
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: 2))
    }

    @Test("refuses bytes that are no text, a folder and names that are none")
    func noText() throws {
        let folder = try Folder()
        try folder.write(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF]), to: "bad.csv")
        let long = String(repeating: "x", count: 10_000)
        for name in ["bad.csv", ".", "nowhere.csv", long] {
            let run = try Tool.run(["fit", name], in: folder)
            #expect(run.exit == 3)
            #expect(run.output.isEmpty)
            #expect(run.advice.hasPrefix("quadcal: ") && run.advice.utf8.count < 400)
        }
    }

    @Test("names the file and line of a wrong point")
    func points() throws {
        let run = try Tool.run(
            ["fit", "--at", "p.csv", "six.csv"],
            files: ["six.csv": PairFiles.six, "p.csv": "id,x,y,z\na,1,2,3\nb,1,2,1e300\n"])
        #expect(run.exit == 3)
        #expect(
            run.advice.hasPrefix("quadcal: p.csv:3: \"b\": the point is more than 1e+60 m from the origin"))
    }

    @Test("options have names of their own and units in them")
    func table() {
        let options = FitOptions.allGroups.flatMap(\.help.options)
        #expect(Set(options.map(\.flag)).count == options.count)
        for option in options {
            let unit = ["MM": "-mm", "DEG": "-deg"][option.placeholder ?? ""]
            #expect(unit.map { option.flag.hasSuffix($0) } ?? true)
        }
        #expect(HelpText.of(.fit).split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(Command.fit.examples.count == 3)
    }
}

private let columns =
    "known names are group, id, marker, sx, sy, sz, tx, ty, tz, w, s, sxx, sxy, sxz, syy, syz, szz, txx, txy, txz, tyy, "
    + "tyz, tzz, time"

private let malformed: [(text: String, message: String)] = [
    ("", ": is empty, expected rows of numbers; check what wrote it"),
    (
        PairFiles.header + "\n",
        ": has no rows of pairs, expected a header such as id,sx,sy,sz,tx,ty,tz and a pair in each row; check "
            + "what wrote it"
    ),
    (
        PairFiles.file("a,0,0,0,1,NaN,1"),
        ":2: column 6 (ty) is \"NaN\", expected a finite number; remove the row"
    ),
    (
        PairFiles.file("a,0,0,0,1,1,-inf"),
        ":2: column 7 (tz) is \"-inf\", expected a finite number; remove the row"
    ),
    (
        PairFiles.file("a,0,0,0,1,one,1"),
        ":2: column 6 (ty) is \"one\", expected a number as in 1.5, -3 or 2e-3; correct it or remove the row"
    ),
    (
        PairFiles.file("a,0,0,0,1,,1"),
        ":2: column 6 (ty) is empty, expected a number; complete the row or remove it"
    ),
    (
        PairFiles.file("a,0,0,0,1,1,1", "b,1,0"),
        ":3: 3 fields, expected 7 (id,sx,sy,sz,tx,ty,tz); complete the row or remove it"
    ),
    (
        PairFiles.file("a,0,0,0,1,1,1", "a,1,0,0,2,1,1"),
        ":3: the id \"a\" is already used in line 2, expected each id once; rename or remove one of them"
    ),
    (
        PairFiles.file("a,0,0,0,1,1,1e300"),
        ":2: \"a\": the target is more than 1e+60 m from the origin, expected a realistic position; correct it or "
            + "remove the pair"
    ),
    (
        PairFiles.file("a,0,0,0,1,1,1e400"),
        ":2: column 7 (tz) is \"1e400\", expected a number below 1.8e308; correct it"
    ),
    (
        "id,sx,sy,sz,tx,ty,tq\na,0,0,0,1,1,1\n",
        ":1: column 7 is \"tq\", which is not a known name; did you mean tx? \(columns)"
    ),
    ("id,sx,sy,sz,tx,ty\na,0,0,0,1,1\n", ":1: the header lacks tz, expected a complete set; add it"),
    (
        "id,sx,sy,sz,tx,ty,tz,TZ\na,0,0,0,1,1,1,1\n",
        ":1: column 8 is \"TZ\" again, expected each name once; remove one of them"
    ),
    (
        "sx,sy,sz,tx,ty,tz,marker,group\n0,0,0,1,1,1,m,g\n",
        ":1: column 8 is \"group\" again, expected each name once; remove one of them"
    ),
    (
        "1,2,3,4,5,6,7\n",
        ":1: 7 numbers without a header may be an id and 6 numbers or something else; add a header, as in "
            + "id,sx,sy,sz,tx,ty,tz"
    ),
    (
        "1,2,3,4,5\n",
        ":1: 5 fields without a header, expected 6 numbers, an id and 6 numbers, or an id, 6 numbers and a weight; "
            + "add a header that names the columns, or write decimal points where there are commas"
    ),
    (
        "id;sx;sy;sz;tx;ty;tz\na;0,5;0;0;1;1;1\n",
        ":2: field 2 is \"0,5\", a decimal comma, expected a decimal point; write \"0.5\", or export the file in an "
            + "English locale"
    ),
    (
        PairFiles.file("a,0,5,0,0,0,0,1,0,1,0,1,0"),
        ":2: 13 fields, expected 7 (id,sx,sy,sz,tx,ty,tz); if these are decimal commas, write points"
    ),
    (
        "sx,sy,sz,tx,ty,tz,s\n0,0,0,1,1,1,0\n",
        ":2: s is 0, expected a deviation above 0 in metres; correct it, or remove the column"
    ),
    (
        "sx,sy,sz,tx,ty,tz,w\n0,0,0,1,1,1,-1\n",
        ":2: \"row 1\": the weight is -1, expected 0 or more; correct it, or give 0 to ignore the pair"
    ),
    (
        "sx,sy,sz,tx,ty,tz,txx,txy,txz,tyy,tyz,tzz\n0,0,0,1,1,1,1,5,0,1,0,1\n",
        ":2: \"row 1\": the noise of the target is too large or negative in some direction, expected a covariance in "
            + "m²; check the order txx,txy,txz,tyy,tyz,tzz"
    ),
    (
        "sx,sy,sz,tx,ty,tz,txx,txy,txz,tyy,tyz,tzz\n0,0,0,1,1,1,1,0,0,1,0,0\n",
        ":2: \"row 1\": the covariance is singular, which would give the pair infinite weight; state "
            + "noise in every direction"
    ),
    (
        "sx,sy,sz,tx,ty,tz,txx,txy,txz,tyy,tyz\n0,0,0,1,1,1,1,0,0,1,0\n",
        ":1: the header lacks tzz, expected a complete set; add it"
    ),
    (
        "sx,sy,sz,tx,ty,tz,s,txx,txy,txz,tyy,tyz,tzz\n0,0,0,1,1,1,1,1,0,0,1,0,1\n",
        ":1: the columns s and txx both state the noise, expected only one; remove the other"
    ),
    (
        PairFiles.file("\"a\"b,0,0,0,1,1,1"),
        ":2: column 1 (id) is \"\\\"a\\\"b\", expected nothing after its closing quote; double the quotes inside a "
            + "quoted field"
    ),
    (
        PairFiles.file("\"a,0,0,0,1,1,1"),
        ":2: a quote opened in this line is never closed, expected another \"; close it, or double quotes inside a "
            + "field"
    ),
]

private let unsolvable: [(arguments: [String], rows: [String], message: String)] = [
    (
        ["--model", "rigid"], Array(PairFiles.rows[..<2]),
        "2 pairs with a weight above 0, but the model needs at least 3; add pairs"
    ),
    (
        ["--model", "rigid"], ["a,0,0,0,1,1,1", "b,0,0,0,1,1,1", "c,0,0,0,1,1,1"],
        "all sources are in one place, at most 0 mm from their mean: \"a\" (line 2), \"b\" (line 3), \"c\" "
            + "(line 4); any turn fits equally well. Add a pair elsewhere"
    ),
    (
        ["--model", "rigid"], ["a,0,0,0,1,1,1", "b,0,0,1,1,1,2", "c,0,0,2,1,1,3", "d,0,0,3,1,1,4"],
        "all sources are on one line, at most 0 mm off it: \"a\" (line 2), \"b\" (line 3), \"c\" (line 4) and 1 "
            + "more; turns about it, the level axis (0.00, 0.00, "
    ),
    (
        ["--model", "yaw"], ["a,0,0,0,1,1,1", "b,0,1,0,1,2,1", "c,0,2,0,1,3,1"],
        "the best turn about the vertical is not determined: it gains 0 m²"
    ),
    (
        ["--model", "gravity"], ["a,0,0,0,1,1,1", "b,0,1,0,1,2,1", "c,0,2,0,1,3,1"],
        "the best turn about the vertical is not determined: it gains 0 m²"
    ),
]

private let wrongUse: [(arguments: [String], message: String)] = [
    ([], "no file given; name one, or - for standard input"),
    (["six.csv", "b.csv", "c.csv"], "fit does not take \"b.csv\"; remove it"),
    (
        ["old.json", "new.json"],
        "two files need a way to pair them: add --join label to pair the markers of old.json with those of new.json by "
            + "their labels (or --join anchor, --join-map FILE, --anchors, --two-points, --matrices)"
    ),
    (
        ["--modle", "rigid", "six.csv"],
        "fit has no option \"--modle\"; did you mean --model? \"quadcal help fit\" lists the options"
    ),
    (
        ["--model", "rigit", "six.csv"],
        "--model cannot be \"rigit\"; did you mean rigid? it takes auto, translation, yaw, gravity, rigid or similarity"
    ),
    (
        ["--gravity-deg", "0", "six.csv"],
        "--gravity-deg cannot be \"0\"; it takes a number of degrees above 0 and up to 90, with a decimal point"
    ),
    (
        ["--gravity-deg", "1", "--model", "yaw", "six.csv"],
        "--model yaw and --gravity-deg 1 contradict each other; give one of them"
    ),
    (
        ["--noise-mm=-1", "six.csv"],
        "--noise-mm cannot be \"-1\"; it takes a number of millimetres above 0, with a decimal point"
    ),
    (
        ["--tolerance-mm", "nan", "six.csv"],
        "--tolerance-mm cannot be \"nan\"; it takes a number of millimetres above 0, with a decimal point"
    ),
    (["--list-codes", "six.csv"], "fit --list-codes does not take \"six.csv\"; remove it"),
    (
        ["--explain", "MIRORED"],
        "--explain cannot be \"MIRORED\"; did you mean MIRRORED? it takes a code that \"quadcal fit --list-codes\" "
            + "lists"
    ),
    (["--at=", "six.csv"], "--at cannot be \"\"; it takes the name of a file to read"),
    (["--save", "-", "six.csv"], "--save cannot be \"-\", because the report goes there; name a file"),
    (["--at", "-", "-"], "- is given twice, but standard input can be read only once; name it once"),
    (
        ["--fail-on", "warn", "six.csv"],
        "--fail-on cannot be \"warn\"; did you mean warning? it takes error, warning or never"
    ),
]
