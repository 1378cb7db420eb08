import QuadGeometry
import RigidCalibration

@testable import Markers

/// The promises about a fit that was saved in a file, whoever wrote that.
enum SavedFitPromises {
    static func check(_ bytes: [UInt8]) {
        do throws(SavedFitError) {
            let fit = try SavedFit(bytes)
            isUsable(fit)
            isShown(fit.document)
            rewrite(bytes, fit)
            forge(bytes)
        } catch {
            promise(!error.code.isEmpty, "a refusal has a code")
            promise(
                DocumentPromises.isWithin(line: error.line, column: error.column, bytes),
                "\(error) is in the input")
        }
    }

    /// The contents of a fit are usable and consistent.
    private static func isUsable(_ fit: SavedFit) {
        let motion = fit.targetFromSource, r = motion.rotation
        promise(
            (r.x.cross(r.y).dot(r.z) - 1).magnitude < 8 * Rotation.orthonormalityLimit, "a rotation turns")
        promise(motion.moved(motion.sourceCenter, growth: fit.growth).isFinite, "what is moved is finite")
        promise(fit.sha256.utf8.count == 64, "bytes have a digest")
        promise(fit.verdict != .pass || fit.judgements.isEmpty, "nothing is said about what passes")
        promise((fit.verdict == .fail) || !fit.judgements.contains(where: \.fails), "what fails has failed")
        promise(
            (fit.verdict == .fail) == !fit.failures.isEmpty, "a verdict has reasons: \(fit.failures)")
        promise(fit.fitted.allSatisfy { $0.corners.isFinite }, "corners are finite")
        promise(fit.kinds != nil || fit.targetSessions.isEmpty, "sessions come from a join")
        promise(PlannedMotion(fit).fitted.count == fit.fitted.count, "a plan knows the markers")
    }

    /// The contents of a report are finite, and about the pairs that there are.
    private static func isShown(_ document: FitDocument) {
        promise(
            document.pairs.allSatisfy { $0.source.isFinite && $0.target.isFinite }, "pairs are finite")
        promise(document.motion.matrix?.rowMajor.count ?? 16 == 16, "a matrix has 16 numbers")
        promise((try? FitDocument(document.bytes)) == document, "what is read is written")
    }

    /// The same fit in another notation has the same meaning.
    private static func rewrite(_ bytes: [UInt8], _ fit: SavedFit) {
        var json = JSONWriter()
        do {
            DocumentPromises.write(try JSONValue(bytes), &json)
            let again = try SavedFit(try json.take())
            promise(again.targetFromSource == fit.targetFromSource, "a motion is read back")
            promise(again.growth == fit.growth && again.model == fit.model, "a model is read back")
            promise(again.verdict == fit.verdict && again.judgements == fit.judgements, "and a verdict")
            promise(again.inputs == fit.inputs && again.kinds == fit.kinds, "and what it was made from")
            promise(again.fitted == fit.fitted && again.targetSessions == fit.targetSessions, "and markers")
            promise((again.covariance == nil) == (fit.covariance == nil), "and an uncertainty")
        } catch {
            promise(false, "what is written is read back: \(error)")
        }
    }

    /// A shift that was changed alone is refused.
    private static func forge(_ bytes: [UInt8]) {
        guard let document = try? JSONValue(bytes), let motion = document["motion"],
            let rest = motion["rest"], let point = rest.point, let pairs = document["pairs"],
            motion["matrix"]?.kind == .object || !pairs.elements.isEmpty
        else { return }
        // Far more than the rounding of the numbers.
        let step = 0.01 * (1 + max(largest(motion), largest(pairs)))
        var json = JSONWriter()
        json.value(point + SIMD3(step, 0, 0))
        guard let text = try? json.take() else { return }
        let forged = bytes[..<rest.range.lowerBound] + text + bytes[rest.range.upperBound...]
        promise((try? SavedFit(Array(forged))) == nil, "a motion that was changed is refused")
    }

    /// The largest number in a value.
    private static func largest(_ value: JSONValue) -> Double {
        let parts = value.elements + value.members.map(\.value)
        return parts.reduce(value.double?.magnitude ?? 0) { max($0, largest($1)) }
    }
}
