/// How much is broken.
public struct Settings: Sendable {
    /// The path of the tool.
    public var tool: String
    /// Every so many calls something is broken.
    public var step = 1
    public var markers = 50
    /// How many kills at random times, which the seed gives.
    public var randomKills = 1000
    public var seed: UInt64 = 1
    /// How many scenes there are at the same time.
    public var workers = 2
    /// Where traces are written for people to read.
    public var traceFolder: String?
    /// All where there are none.
    var actions: [Scene.Action] = []

    public init(tool: String) { self.tool = tool }

    /// Only what is named so, such as `undo`; false where nothing is.
    public mutating func choose(action name: String) -> Bool {
        guard let action = Scene.Action(rawValue: name) else { return false }
        actions.append(action)
        return true
    }

    /// The numbers up to the last at which something is broken; the seed says where they begin, so that many runs meet all.
    func points(through last: Int) -> [Int] {
        let last = max(last, 1), first = 1 + Int(seed % UInt64(step))
        return Array(stride(from: min(first, last), through: last, by: step))
    }
}
