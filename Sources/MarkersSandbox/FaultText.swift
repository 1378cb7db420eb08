internal import HTTPServer

extension Fault {
    /// The text for the option `--fault`; each fault has one.
    public var text: String {
        var parts = [kind.text]
        switch moment {
        case .rate(let share): if share != 1 { parts.append("\(share)") }
        case .request(let number): parts.append("@\(number)")
        }
        if kind.fixedPhase == nil { parts.append(phase.rawValue) }
        if let method { parts.append(method) }
        return parts.joined(separator: ":")
    }

    /// The form of the text of a fault.
    public static let form = "KIND[:RATE|:@N][:before|:after][:METHOD]"

    /// Reads ``form``; nil for anything else.
    ///
    /// KIND is a status from 400 to 599, `429=S`, `429-date=S` or `429-garbage`, `latency=MS`, `drip=MS`, `reset`, `close`, `truncate`,
    /// `long`, `short`, `duplicate`, `stale` or `expire`; RATE a share of the requests, N the number of one.
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
        if let first = parts.first, let method = RequestMethod(rawValue: first) {
            self.method = method.rawValue
            parts = parts.dropFirst()
        }
        guard parts.isEmpty else { return nil }
    }
}

extension Fault.Moment {
    fileprivate init?(_ text: String) {
        if text.hasPrefix("@") {
            guard let number = Int(text.dropFirst()), number > 0 else { return nil }
            self = .request(number)
        } else {
            guard let share = Double(text), share > 0, share <= 1 else { return nil }
            self = .rate(share)
        }
    }
}

extension Fault.Kind {
    fileprivate static let words: [(name: String, kind: Fault.Kind)] = [
        ("reset", .reset), ("close", .close), ("truncate", .truncate), ("long", .long), ("short", .short),
        ("duplicate", .duplicate), ("429-garbage", .tooManyUnclear), ("stale", .stale), ("expire", .expire),
    ]

    fileprivate var text: String {
        switch self {
        case .status(let status): "\(status)"
        case .tooMany(let seconds, let asDate): "429\(asDate ? "-date" : "")=\(seconds)"
        case .latency(let milliseconds): "latency=\(milliseconds)"
        case .drip(let milliseconds): "drip=\(milliseconds)"
        default: Fault.Kind.words.first { $0.kind == self }?.name ?? ""
        }
    }

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
        guard let number = Int(parts[1]), (0...86_400_000).contains(number) else { return nil }
        switch parts[0] {
        case "429": self = .tooMany(seconds: number, asDate: false)
        case "429-date": self = .tooMany(seconds: number, asDate: true)
        case "latency": self = .latency(milliseconds: number)
        case "drip": self = .drip(milliseconds: number)
        default: return nil
        }
    }
}
