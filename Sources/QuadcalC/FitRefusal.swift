internal import CQuadcal
internal import RigidCalibration

/// The reason why a fit gives no answer: its arguments, or its pairs.
enum FitRefusal: Error {
    case arguments(Refusal)
    case pairs(RigidFitError)

    var problem: quadcal_problem {
        switch self {
        case .arguments(let refusal): quadcal_problem(status: Int(refusal.status))
        case .pairs(let error): quadcal_problem(error)
        }
    }

    /// Calls `body`, and returns the status of its refusal, whose numbers are left in the caller's memory.
    @inline(__always)
    static func status(
        _ problem: UnsafeMutablePointer<quadcal_problem>?, _ body: () throws(FitRefusal) -> Void
    ) -> Int32 {
        do throws(FitRefusal) {
            try body()
            problem?.pointee = quadcal_problem(status: QUADCAL_OK)
            return Int32(QUADCAL_OK)
        } catch {
            let found = error.problem
            problem?.pointee = found
            return found.status
        }
    }

    /// The answer of a check of arguments.
    @inline(__always)
    static func arguments<Answer>(_ body: () throws(Refusal) -> Answer) throws(FitRefusal) -> Answer {
        do throws(Refusal) { return try body() } catch { throw .arguments(error) }
    }

    /// The answer of a fit.
    @inline(__always)
    static func pairs<Answer>(_ body: () throws(RigidFitError) -> Answer) throws(FitRefusal) -> Answer {
        do throws(RigidFitError) { return try body() } catch { throw .pairs(error) }
    }
}
