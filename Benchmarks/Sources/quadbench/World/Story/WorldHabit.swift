import MarkersSandbox

/// What a story has more of than others: things that go wrong only together are hardly ever drawn together from all that there are.
struct WorldHabit {
    /// The numbers of acts, and the kinds of trouble; none of either in a story that has everything.
    let acts: [Int]
    let troubles: [Fault.Kind]

    init(_ dice: WorldDice) {
        acts =
            dice.chance(0.6)
            ? (0..<dice.number(in: 1...3)).map { _ in dice.number(in: WorldStory.kinds) } : []
        troubles =
            dice.chance(0.5)
            ? (0..<dice.number(in: 1...2)).map { _ in dice.one(of: WorldTrouble.kinds) } : []
    }

    /// The number of the next act.
    func act(_ dice: WorldDice) -> Int {
        acts.isEmpty || dice.chance(0.5) ? dice.number(in: WorldStory.kinds) : dice.one(of: acts)
    }

    /// The troubles of a run, if it meets any.
    func trouble(_ dice: WorldDice, at requests: [String] = WorldTrouble.requests) -> [Fault] {
        guard dice.chance(troubles.isEmpty ? 0.3 : 0.5) else { return [] }
        return WorldTrouble.drawn(
            by: dice, of: troubles.isEmpty ? WorldTrouble.kinds : troubles, at: requests)
    }
}
