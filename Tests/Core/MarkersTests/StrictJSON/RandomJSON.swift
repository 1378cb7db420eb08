import TestSupport

/// JSON as others may write it: any nesting, any spelling of numbers, escapes, blanks, names in any order.
struct RandomJSON {
    var random: SeededGenerator
    private var names = 0

    init(_ random: SeededGenerator) { self.random = random }

    static let numbers = [
        "0", "-0", "-0.0", "1.0", "100.00", "1e2", "1E+2", "1e-0", "12345678901234567890", "1.23456789012",
        "0.1000000000000000055511151231257827", "9007199254740993", "-9223372036854775809", "2e308", "1e-400",
        "-1.5e-7", "3.0000000000000004",
    ]
    static let pieces = [
        "a", "Ä", "é", "😀", #"\u00e9"#, #"\uD83D\uDE00"#, #"\/"#, "/", #"\""#, #"\\"#, #"\n"#, #"\u0000"#,
        "\u{2028}", "{", "]", ":", ",", "</script>", " ", "p1", "null",
    ]

    mutating func blanks() -> String {
        ["", "", "", " ", "\n", "\t", "\r\n", "  "].randomElement(using: &random) ?? ""
    }

    /// Text in quotation marks.
    mutating func string() -> String {
        let count = Int.random(in: 0..<6, using: &random)
        return "\"" + (0..<count).map { _ in element(of: RandomJSON.pieces) }.joined() + "\""
    }

    /// A name that no other member has.
    mutating func name() -> String {
        names += 1
        return "\"x\(names)" + string().dropFirst()
    }

    mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: element(of: ["true", "false", "null"])
        case 1, 2: element(of: RandomJSON.numbers)
        case 3: String(Double.randomFinite(using: &random))
        case 4: string()
        case 5: "[" + list { $0.value(depth: depth - 1) } + "]"
        default: object(depth: depth)
        }
    }

    mutating func object(depth: Int) -> String {
        "{" + list { $0.name() + $0.blanks() + ":" + $0.blanks() + $0.value(depth: depth - 1) } + "}"
    }

    mutating func element(of texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

    private mutating func list(_ element: (inout RandomJSON) -> String) -> String {
        let count = Int.random(in: 0..<5, using: &random)
        guard count > 0 else { return blanks() }
        return (0..<count).map { _ in blanks() + element(&self) + blanks() }.joined(separator: ",")
    }

    /// A marker with all its fields and foreign members among them, in any order.
    mutating func marker(_ number: Int, hasCalibratedData: Bool) -> String {
        func corner(_ x: Double, _ z: Double) -> [String] {
            ["\(Double(number) + x)", "\(0.5 + z)e0", "\(z)"]
        }
        var members = [
            ("\"id\"", "\"\(PlanMarkers.id(number))\""),
            (#""work_session_id""#, "\"\(PlanMarkers.oldSession)\""),
            (#""version""#, "\(Int64.random(in: .min ... .max, using: &random))"),
            (#""custom_props""#, object(depth: 4)), (#""meta""#, object(depth: 3)),
            (#""label""#, string()), (#""color""#, string()), (#""created_at""#, string()),
            (#""details""#, #"{"long_size":1.50,"# + "\(name()):\(value(depth: 2))}"),
        ]
        for (i, (x, z)) in [(0.0, 0.0), (0.5, 0), (0.5, 0.5), (0, 0.5)].enumerated() {
            let numbers = corner(x, z).map { blanks() + $0 + blanks() }
            members.append(("\"p\(i + 1)\"", "[" + numbers.joined(separator: ",") + "]"))
        }
        if hasCalibratedData {
            members.append(
                (
                    #""calibrated_data""#,
                    #"{"p1":[0,0,1.0],"p2":[1,0,1],"p3":[1,1,1e0],"p4":[0,1,1.00],"#
                        + "\(name()):\(value(depth: 2))}"
                ))
        }
        for _ in 0..<Int.random(in: 0..<4, using: &random) { members.append((name(), value(depth: 3))) }
        members.shuffle(using: &random)
        let texts = members.map { blanks() + $0 + blanks() + ":" + blanks() + $1 + blanks() }
        return "{" + texts.joined(separator: ",") + "}"
    }
}
