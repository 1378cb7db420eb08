import Foundation

/// The trials of one set or kind of scene.
struct StraightenRow {
    let name: String
    private var trials: [StraightenTrial] = []
    /// Trials whose pins determine no motion.
    private var refused = 0

    init(_ name: String) { self.name = name }

    mutating func add(_ trial: StraightenTrial) { trials.append(trial) }

    mutating func addRefused() { refused += 1 }

    private func rms(_ value: (StraightenTrial) -> Double) -> Double {
        1000 * (trials.reduce(0) { $0 + value($1) } / Double(max(trials.count, 1))).squareRoot()
    }

    private func held(_ value: (StraightenTrial) -> HeldCorners) -> HeldCorners {
        trials.reduce(into: HeldCorners()) { $0.add(value($1)) }
    }

    /// By how many times errors shrink by the choice.
    var gain: Double { rms { $0.rigid } / rms { $0.chosen } }
    /// The share of corners of chosen straightenings within their bounds, in percent; `nil` where none was chosen.
    var heldByChoice: Double? { held { $0.heldChosen }.share }
    private var chosen: Int { trials.count { $0.choice != "none" } }

    /// The number of corners that bounds of a choice were counted on beside all.
    var choiceShare: Double { Double(chosen) / Double(max(trials.count, 1)) }

    static let header =
        "set                        rigid  place   time   auto mm   gain | held by place, time, auto %  width |"
        + " none place time"

    var line: String {
        func percent(_ held: HeldCorners) -> String {
            held.share.map { String(format: "%6.1f", $0) } ?? "     -"
        }
        let counts = ["none", "place", "time"].map { kind in trials.count { $0.choice == kind } }
        let byChoice = held { $0.heldChosen }
        return name.padding(toLength: 24, withPad: " ", startingAt: 0)
            + String(
                format: "%8.1f%7.1f%7.1f%7.1f%10.2f | ", rms { $0.rigid }, rms { $0.byPlace },
                rms { $0.byTime }, rms { $0.chosen }, gain)
            + percent(held { $0.heldByPlace }) + percent(held { $0.heldByTime }) + percent(byChoice)
            + (byChoice.width.map { String(format: "%8.2f", $0) } ?? "       -")
            + String(format: " | %4d %5d %4d", counts[0], counts[1], counts[2])
    }

    var document: [String: Any] {
        var document: [String: Any] = [
            "name": name, "trials": trials.count, "rigidMM": rms { $0.rigid }, "placeMM": rms { $0.byPlace },
            "timeMM": rms { $0.byTime }, "autoMM": rms { $0.chosen }, "gain": gain, "chosen": chosen,
            "refused": refused,
        ]
        document["heldByPlace"] = held { $0.heldByPlace }.share
        document["heldByTime"] = held { $0.heldByTime }.share
        document["heldByAuto"] = heldByChoice
        document["widthOfAuto"] = held { $0.heldChosen }.width
        return document
    }
}
