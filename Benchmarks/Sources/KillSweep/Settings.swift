/// The extent of a sweep.
public struct Settings: Sendable {
    /// The path of the tool.
    public var tool: String
    /// The distance of the calls at which something is broken.
    public var step = 1
    public var markers = 50
    /// The number of kills at random times, which depend on the seed.
    public var randomKills = 1000
    public var seed: UInt64 = 1
    /// The number of simultaneous scenes.
    public var workers = 3
    /// The folder to write traces to, for people to read.
    public var traceFolder: String?
    /// All if there are none.
    var actions: [Scene.Action] = []

    public init(tool: String) { self.tool = tool }

    /// Adds the action of this name, such as `undo`, to those chosen; false if there is none.
    public mutating func choose(action name: String) -> Bool {
        guard let action = Scene.Action(rawValue: name) else { return false }
        actions.append(action)
        return true
    }

    /// The numbers up to the last at which something breaks; the seed sets their start, so many runs hit all.
    func points(through last: Int) -> [Int] {
        let last = max(last, 1), first = 1 + Int(seed % UInt64(step))
        return Array(stride(from: min(first, last), through: last, by: step))
    }
}
