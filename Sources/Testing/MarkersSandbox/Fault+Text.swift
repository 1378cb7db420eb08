internal import HTTPServer
internal import WebSocket

extension Fault {
    /// The text for the option `--fault`; each fault has one.
    public var text: String {
        var parts = [kind.text]
        switch moment {
        case .rate(let share): if share != 1 { parts.append("\(share)") }
        case .requests(let numbers):
            let isOne = numbers.count == 1
            parts.append("@\(numbers.lowerBound)" + (isOne ? "" : "-\(numbers.upperBound)"))
        }
        if kind.fixedPhase == nil { parts.append(phase.rawValue) }
        if let requests { parts.append(requests.name) }
        return parts.joined(separator: ":")
    }

    /// The form of the text of a fault.
    public static let form = "KIND[:RATE|:@N[-M]][:before|:after][:REQUESTS]"

    /// Reads ``form``; nil for anything else.
    ///
    /// KIND is a status from 400 to 599, `429=S`, `429-date=S`, `429-garbage`, `html-200`, `latency=MS`, `drip=MS`, `reset`,
    /// `close`, `restart=S`, `truncate`, `long`, `short`, `answer-twice`, `answer-twice=MS`, `answer-late-on-next`,
    /// `answers-behind`, `stale`, `list-short`, `list-foreign`, `expire`, or of open WebSockets `ws-drop`, `ws-close=CODE`,
    /// `ws-latency=MS` or `ws-split`; REQUESTS as in ``RequestSelection/name``; RATE a
    /// share of them, N and M the numbers of the first and the last one.
    public init?(_ text: String) {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)[...]
        guard let kind = parts.popFirst().flatMap(Kind.init) else { return nil }
        self.init(kind)
        if let first = parts.first, let moment = Moment(first) {
            self.moment = moment
            parts = parts.dropFirst()
        }
        if let first = parts.first, let phase = Phase(rawValue: first) {
            guard kind.fixedPhase == nil || kind.fixedPhase == phase else { return nil }
            self.phase = phase
            parts = parts.dropFirst()
        }
        if let first = parts.first, let requests = RequestSelection(first) {
            self.requests = requests
            parts = parts.dropFirst()
        }
        guard parts.isEmpty else { return nil }
    }
}

extension Fault.Moment {
    fileprivate init?(_ text: String) {
        if text.hasPrefix("@") {
            let bounds = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false).map {
                Int($0)
            }
            guard bounds.count <= 2, let first = bounds[0], let last = bounds[bounds.count - 1], first > 0,
                first <= last
            else { return nil }
            self = .requests(first...last)
        } else {
            guard let share = Double(text), share > 0, share <= 1 else { return nil }
            self = .rate(share)
        }
    }
}

extension Fault.Kind {
    private static let words: [(name: String, kind: Fault.Kind)] = [
        ("429-garbage", .tooManyUnclear), ("html-200", .page), ("reset", .reset), ("close", .close),
        ("truncate", .truncate), ("long", .long), ("short", .short),
        ("answer-twice", .answerTwice(milliseconds: 0)), ("answer-late-on-next", .answerOnNext),
        ("answers-behind", .answersBehind), ("stale", .stale), ("list-short", .shortList),
        ("list-foreign", .foreignList), ("expire", .expire), ("ws-drop", .socketDrop),
        ("ws-split", .socketSplit),
    ]

    fileprivate var text: String {
        if let word = Fault.Kind.words.first(where: { $0.kind == self }) { return word.name }
        return switch self {
        case .status(let status): "\(status)"
        case .tooMany(let seconds, let asDate): "429\(asDate ? "-date" : "")=\(seconds)"
        case .latency(let milliseconds): "latency=\(milliseconds)"
        case .drip(let milliseconds): "drip=\(milliseconds)"
        case .answerTwice(let milliseconds): "answer-twice=\(milliseconds)"
        case .socketClose(let code): "ws-close=\(code)"
        case .socketLatency(let milliseconds): "ws-latency=\(milliseconds)"
        case .restart(let seconds): "restart=\(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)")"
        default: ""
        }
    }

    /// The longest time that a kind may have, in milliseconds and in seconds.
    private static let longest = (milliseconds: 86_400_000, seconds: 86_400.0)

    fileprivate init?(_ text: String) {
        if let word = Fault.Kind.words.first(where: { $0.name == text }) {
            self = word.kind
            return
        }
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            guard let status = Int(text), (400...599).contains(status) else { return nil }
            self = .status(status)
            return
        }
        if parts[0] == "restart" {
            guard let seconds = Double(parts[1]), seconds >= 0, seconds <= Fault.Kind.longest.seconds else {
                return nil
            }
            self = .restart(seconds: seconds)
            return
        }
        guard let number = Int(parts[1]), (0...Fault.Kind.longest.milliseconds).contains(number) else {
            return nil
        }
        switch parts[0] {
        case "429": self = .tooMany(seconds: number, asDate: false)
        case "429-date": self = .tooMany(seconds: number, asDate: true)
        case "latency": self = .latency(milliseconds: number)
        case "drip": self = .drip(milliseconds: number)
        case "answer-twice": self = .answerTwice(milliseconds: number)
        case "ws-latency": self = .socketLatency(milliseconds: number)
        case "ws-close":
            guard let code = UInt16(exactly: number), CloseCode(rawValue: code).mayBeSent else { return nil }
            self = .socketClose(code: code)
        default: return nil
        }
    }
}
