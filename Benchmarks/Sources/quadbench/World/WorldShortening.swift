/// The acts that a story leaves out, to tell only what leads to what was found.
struct WorldShortening: Sendable {
    var without: Set<Int> = []
    /// The acts of the story, which ends where the first thing is found; `nil` for a story as it comes.
    var acts: Int?
    /// Whether some stories are whole weeks.
    var hasWeeks = true

    /// The log of a story without the acts that are not needed to find the same; `nil` if nothing was found.
    static func shortest(
        of whole: WorldTotals, _ start: WorldShortening, _ play: (WorldShortening) throws -> WorldTotals
    ) throws -> [String]? {
        guard let found = whole.found.first else { return nil }
        var start = start
        start.acts = whole[.acts]
        var short = start, log = whole.log
        var acts = Array((1...max(whole[.acts], 1)).reversed()), size = (acts.count + 1) / 2
        // Halves, quarters and so on, down to each act by itself.
        while size > 0 {
            var kept: [Int] = []
            for start in stride(from: 0, to: acts.count, by: size) {
                let some = acts[start..<min(start + size, acts.count)]
                var trial = short
                trial.without.formUnion(some)
                let told = try play(trial)
                if told.found.contains(where: { $0.kind == found.kind }) {
                    (short, log) = (trial, told.log)
                } else {
                    kept += some
                }
            }
            acts = kept
            size /= 2
        }
        return log
    }
}
