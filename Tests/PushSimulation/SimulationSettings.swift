/// What a simulation is made of.
public struct SimulationSettings: Sendable {
    /// The part of all requests that something happens to.
    public var faults = 0.3
    /// The part of all items that somebody else changes during a run, whenever.
    public var edits = 0.05
    /// The part of the client's effects that somebody else changes at once, before they can be read back.
    public var editsAtOnce = 0.02
    /// How many items a run has under way at once, until the adaptive limit says otherwise.
    public var isPatient = false
    /// Runs with faults before the two without.
    public var faultyRuns = 4
    /// Whether the first run ends in the middle, as if its process had died.
    public var dies = false

    public init() {}
}
