import Foundation
import QuadGeometry
import RigidCalibration

/// An answer compared with the truth.
struct ScenarioCheck {
    /// The reason why the answer is wrong; `nil` if it is right.
    private(set) var mistake: String?
    /// The error in metres of a wrong answer that was given as a right one.
    private(set) var silentError: Double?
    /// The worst marker's error beside that of a fit to the correct pairs.
    private(set) var oracleRatio: Double?
    /// Each marker's error beside its prediction: of a scan that holds its shape, and of one that drifts.
    private(set) var shares: [Double] = [], driftingShares: [Double] = []
    /// Pairs that were named: rightly, wrongly, and the number that should have been.
    private(set) var named = (right: 0, wrong: 0, planted: 0)

    /// Predictions hold in 95 of 100 cases; twice as far is a mistake.
    private static let mostShare = 2.0

    init(_ answer: ScenarioAnswer, _ scene: ScenarioScene) {
        let kind = scene.kind
        switch kind.outcome {
        case .report(let codes): checkReport(answer, scene, codes)
        case .motion: checkMotion(answer, scene)
        case .motionWith(let code):
            checkMotion(answer, scene)
            if mistake == nil, !answer.codes.contains(code) { mistake = "says \(answer.codes.sorted())" }
        case .driftingMotion: checkDriftingMotion(answer, scene)
        }
        if mistake == nil, !answer.codes.isDisjoint(with: kind.neverSays) {
            mistake = "says \(answer.codes.sorted())"
        }
    }

    private mutating func checkReport(
        _ answer: ScenarioAnswer, _ scene: ScenarioScene, _ codes: [String]
    ) {
        if answer.codes.isDisjoint(with: codes) {
            mistake = "says \(answer.codes.sorted())"
            // An answer that is no more off than it says is wrong about the reason alone.
            let wrong = errors(answer, scene).filter { one in
                one.predicted.map { one.error > ScenarioCheck.mostShare * $0 } ?? true
            }
            if !answer.fails { silentError = wrong.map(\.error).max() }
        } else if case .again = scene.kind.form, !answer.moved.isEmpty {
            mistake = "moves \(answer.moved.count) markers again"
        }
    }

    private mutating func checkMotion(_ answer: ScenarioAnswer, _ scene: ScenarioScene) {
        guard let errors = allErrors(answer, scene) else { return }
        shares = errors.compactMap { one in one.predicted.map { one.error / $0 } }
        let worst = errors.map(\.error).max() ?? 0
        if shares.count < errors.count {
            mistake = "predicts nothing"
        } else if let share = shares.max(), share > ScenarioCheck.mostShare {
            mistake = "is off by \(share) times what was predicted"
            silentError = worst
        }
        if let oracle = scene.oracleError, oracle > 0 { oracleRatio = worst / oracle }
        guard answer.isSelective else { return }
        let counts = (
            answer.rejected.intersection(scene.wrong).count,
            answer.rejected.subtracting(scene.wrong).count,
            scene.wrong.count
        )
        switch scene.kind.naming {
        case .counted: named = counts
        case .exact:
            named = counts
            if answer.rejected != scene.wrong { mistake = "rejects \(answer.rejected.sorted())" }
        case .uncounted: break
        }
        if scene.kind.form.isMixed, answer.leftOut != scene.seen.count {
            mistake = "leaves \(answer.leftOut) out"
        }
    }

    private mutating func checkDriftingMotion(_ answer: ScenarioAnswer, _ scene: ScenarioScene) {
        guard let errors = allErrors(answer, scene) else { return }
        driftingShares = errors.map { one in one.predicted.map { one.error / $0 } ?? .infinity }
    }

    /// The errors of all markers; `nil`, and a mistake, where some were not moved.
    private mutating func allErrors(
        _ answer: ScenarioAnswer, _ scene: ScenarioScene
    ) -> [(error: Double, predicted: Double?)]? {
        let errors = errors(answer, scene)
        guard !answer.fails, errors.count == scene.old.count else {
            mistake = "says \(answer.codes.sorted()), moves \(errors.count) of \(scene.old.count)"
            return nil
        }
        return errors
    }

    private func errors(
        _ answer: ScenarioAnswer, _ scene: ScenarioScene
    ) -> [(error: Double, predicted: Double?)] {
        scene.old.indices.compactMap { number in
            let id = ScenarioFiles.id(number, ScenarioFiles.oldSession).uuidString.lowercased()
            guard let moved = answer.moved[id], !moved.corners.isEmpty else { return nil }
            let error = (0..<4).reduce(0) { worst, corner in
                let source = scene.old[number][corner: corner]
                // A single one is the vector that all corners are shifted by.
                let found = moved.corners.count == 4 ? moved.corners[corner] : source + moved.corners[0]
                return max(worst, (found - scene.image(of: source, on: number)).length)
            }
            return (error, moved.error)
        }
    }
}

extension ScenarioKind.Form {
    /// True if both frames are in one file.
    var isMixed: Bool { if case .mixed = self { true } else { false } }
}

extension ScenarioScene {
    /// The error of the worst marker after a fit to exactly the correct pairs.
    var oracleError: Double? {
        var options = CalibrationOptions()
        if case .vector = kind.form { options.model = .translation }
        guard let pairs = soundPairs, let motion = try? Calibration.motion(of: pairs, options: options)
        else { return nil }
        return old.reduce(0) { worst, quad in
            quad.corners.reduce(worst) { max($0, (motion * $1 - newFromOld * $1).length) }
        }
    }
}
