import Foundation
import QuadGeometry

/// The tool's answer to a job: the documents it printed, without any truth.
struct ScenarioAnswer {
    /// The codes for the fit: judgements, a refusal, the word of the exit, and the refusals of markers.
    var codes: Set<String> = []
    /// True if the fit or the plan may not be used.
    var fails = false
    /// Pairs that were rejected.
    var rejected: Set<String> = []
    /// True if pairs were chosen at all.
    var isSelective = false
    /// The moved markers by their ids, and their predicted errors.
    var moved: [String: (corners: [SIMD3<Double>], error: Double?)] = [:]
    /// Markers that a plan has, but does not move.
    var leftOut = 0
}

/// A job done as a user would: files are written, the tool is run on them, and its output is read.
struct ScenarioRun {
    let tool: URL
    let folder: URL

    func answer(_ scene: ScenarioScene) throws -> ScenarioAnswer {
        try writeFiles(of: scene)
        var answer = try plan(scene)
        guard case .again = scene.kind.form else { return answer }
        // The second run, with the first one's fit and with a fit of its own, on the output of the first one.
        _ = try run(["apply", "--force", "--mode", "raw", "--out", "moved.json", "fit.json", "old.json"])
        let repeated = try run(planning(scene) + ["--fit", "fit.json", "moved.json"])
        try FileManager.default.removeItem(at: url("old.json"))
        try FileManager.default.moveItem(at: url("moved.json"), to: url("old.json"))
        answer = try plan(scene)
        ScenarioRun.read(plan: repeated.document, exit: repeated.exit, into: &answer)
        return answer
    }

    private func plan(_ scene: ScenarioScene) throws -> ScenarioAnswer {
        var answer = ScenarioAnswer()
        let fit = try run(fitting(scene))
        ScenarioRun.read(fit: fit.document, exit: fit.exit, into: &answer)
        guard FileManager.default.fileExists(atPath: url("fit.json").path) else { return answer }
        let plan = try run(planning(scene) + ["--fit", "fit.json", "old.json"])
        ScenarioRun.read(plan: plan.document, exit: plan.exit, into: &answer)
        return answer
    }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func writeFiles(of scene: ScenarioScene) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: url(name))
        }
        let vector: SIMD3<Double>? =
            switch scene.kind.form {
            case .calibrated, .vector: ScenarioRun.vector
            default: nil
            }
        let old = scene.old.indices.map { ($0, scene.oldLabels[$0], scene.old[$0]) }
        let new = scene.seen.map { seen in
            (seen.number, seen.label, seen.quad.map { $0 - (vector ?? .zero) }.reordered(seen.order))
        }
        func calibrated(_ quad: Quad) -> Quad? { vector.map { vector in quad.map { $0 + vector } } }
        func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: url(name)) }
        let newMarkers = try? ScenarioFiles.markers(new, of: ScenarioFiles.newSession, calibrated: calibrated)
        var oldMarkers = try ScenarioFiles.markers(old, of: ScenarioFiles.oldSession, calibrated: calibrated)
        if case .mixed = scene.kind.form, let newMarkers {
            oldMarkers = oldMarkers.dropLast() + [UInt8(ascii: ",")] + newMarkers.dropFirst()
        }
        try write("old.json", oldMarkers)
        try write(
            "space.json", Array(#"{"id":"a","key":"k","name":"n","calibration_vector":[0.5,0,0.25]}"#.utf8))
        switch scene.kind.form {
        case .pairs:
            let rows = scene.seen.map { ($0.label, [scene.old[$0.number].p1, $0.quad.p1]) }
            try write("pairs.csv", ScenarioFiles.table("id,sx,sy,sz,tx,ty,tz", rows))
        case .origins:
            let rows = scene.seen.map { ($0.label, [scene.old[$0.number].p1], [$0.quad.p1]) }
            try write("first.csv", ScenarioFiles.table("id,x,y,z", rows.map { ($0.0, $0.1) }))
            try write("second.csv", ScenarioFiles.table("id,x,y,z", rows.map { ($0.0, $0.2) }))
        default: try newMarkers.map { try write("new.json", $0) }
        }
    }

    /// The vector in `space.json`.
    private static let vector = SIMD3(0.5, 0, 0.25)

    private func fitting(_ scene: ScenarioScene) -> [String] {
        let robust = scene.kind.isRobust ? ["--robust"] : []
        let old = ["--from-session", ScenarioFiles.oldSession.uuidString]
        let inputs: [String] =
            switch scene.kind.form {
            case .markers, .again: ["--join", "label", "old.json", "new.json"]
            case .mixed: ["--join", "label", "old.json", "new.json"] + old
            case .pairs: ["pairs.csv"]
            case .origins:
                [
                    "--two-points", "--noise-mm", "\(1000 * scene.noise * 2.0.squareRoot())",
                    "first.csv", "second.csv",
                ]
            case .calibrated: ["--join", "label", "--target", "calibrated", "old.json", "new.json"]
            case .vector:
                [
                    "--join", "label", "--target", "calibrated", "--model", "translation", "old.json",
                    "new.json",
                ]
            }
        let choosing = if case .origins = scene.kind.form { [String]() } else { robust }
        return ["fit", "--json", "--save", "fit.json", "--force"] + choosing + inputs
    }

    private func planning(_ scene: ScenarioScene) -> [String] {
        let session = [
            "recalibrate", "--dry-run", "--json", "--sessions", ScenarioFiles.oldSession.uuidString,
        ]
        return session
            + {
                switch scene.kind.form {
                case .calibrated: ["--mode", "calibrated", "--space", "space.json"]
                case .vector: ["--mode", "vector", "--space", "space.json"]
                case .pairs, .origins: ["--mode", "raw", "--target", "raw"]
                default: ["--mode", "raw"]
                }
            }()
    }

    private func run(_ arguments: [String]) throws -> (document: [String: Any], exit: Int32) {
        let process = Process(), output = Pipe()
        process.executableURL = tool
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { throw BenchError.peer(tool.path, "cannot be started: \(error)") }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus != 2,
            process.terminationStatus < 70
        else {
            throw BenchError.peer(
                "quadcal \(arguments.joined(separator: " "))", "ended with \(process.terminationStatus)")
        }
        return (
            (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:],
            process.terminationStatus
        )
    }

    private static func read(fit: [String: Any], exit: Int32, into answer: inout ScenarioAnswer) {
        answer.fails = exit != 0
        for judgement in fit["judgements"] as? [[String: Any]] ?? [] {
            if let code = judgement["code"] as? String { answer.codes.insert(code) }
        }
        if let code = (fit["refusal"] as? [String: Any])?["code"] as? String { answer.codes.insert(code) }
        if let word = fit["exit"] as? String { answer.codes.insert(word) }
        guard let selection = fit["selection"] as? [String: Any] else { return }
        answer.isSelective = true
        for one in selection["rejected"] as? [[String: Any]] ?? [] {
            if let id = one["id"] as? String { answer.rejected.insert(id) }
        }
    }

    private static func read(plan: [String: Any], exit: Int32, into answer: inout ScenarioAnswer) {
        answer.leftOut = (plan["leftOut"] as? [Any])?.count ?? 0
        for note in plan["notes"] as? [[String: Any]] ?? [] {
            if let code = note["code"] as? String { answer.codes.insert(code) }
        }
        for one in plan["refused"] as? [[String: Any]] ?? [] {
            if let reason = one["reason"] as? String { answer.codes.insert(reason) }
        }
        let vector = ((plan["vectorUpdate"] as? [String: Any])?["after"] as? [Double]).map {
            SIMD3($0[0], $0[1], $0[2])
        }
        let updates = plan["updates"] as? [[String: Any]] ?? []
        if updates.isEmpty { answer.fails = true }
        for update in updates {
            guard let id = update["id"] as? String else { continue }
            let body = update["body"] as? [String: Any] ?? [:]
            let owner = body["calibrated_data"] as? [String: Any] ?? body
            let corners = (1...4).compactMap {
                (owner["p\($0)"] as? [Double]).map { SIMD3($0[0], $0[1], $0[2]) }
            }
            answer.moved[id] = (
                corners.isEmpty ? vector.map { [$0] } ?? [] : corners, update["error95"] as? Double
            )
        }
    }
}
