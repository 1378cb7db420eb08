import MarkersSandbox

/// The troubles of a network and a server while somebody's job runs.
enum WorldTrouble {
    static let kinds: [Fault.Kind] = [
        .status(422), .status(500), .status(502), .status(503), .tooMany(seconds: 1, asDate: false),
        .tooMany(seconds: 2, asDate: true), .tooManyUnclear, .page, .latency(milliseconds: 45_000),
        .drip(milliseconds: 20), .reset, .close, .restart(seconds: 3), .restart(seconds: 90), .truncate,
        .long, .short, .answerTwice(milliseconds: 1), .answerOnNext, .answersBehind,
        .stale, .shortList, .foreignList,
    ]
    /// The seconds after which a server serves everybody again.
    static let longest = 100.0
    static let requests = ["PATCH", "GET", "markers", "list", "lock", "unlock"]
    /// Those of a phone.
    static let phone = ["PATCH", "POST", "DELETE", "GET", "markers", "list"]

    /// One or two kinds of trouble, at some of the requests or for a while.
    static func drawn(by dice: WorldDice, of kinds: [Fault.Kind], at requests: [String]) -> [Fault] {
        (0..<dice.number(in: 1...2)).map { _ in
            let first = dice.number(in: 1...20)
            let moment: Fault.Moment =
                dice.chance(0.5)
                ? .rate(dice.one(of: [0.05, 0.2, 0.5])) : .requests(first...first + dice.number(in: 0...3))
            return Fault(
                dice.one(of: kinds), moment, dice.one(of: [.before, .after]),
                of: RequestSelection(dice.one(of: requests)))
        }
    }
}
