/// What straightening would bring a fit, by leaving out each of its markers in turn.
///
/// ```swift
/// let choice = StraighteningChoice(calibration, times: times)
/// if let straightened = choice.chosen { print(straightened.law.kind) }
/// ```
public struct StraighteningChoice: Sendable {
    /// By place and by time, or the reason why not.
    public let byPlace, byTime: Result<StraightenedMotion, StraighteningError>
    /// The one that is worth taking: it leaves at least 15 % less than the one motion does, and by place at least 15 % less than by time.
    ///
    /// Markers that were made one after the other are near each other, too, so that a drift by time looks like one by place, whose bounds
    /// are then too narrow where the scanner came back.
    public let chosen: StraightenedMotion?

    /// The least share by which leave-one-out errors have to shrink.
    public static let leastGain = 0.15
    /// The least number of markers by which that is judged.
    public static let leastPins = 8

    /// Tries both.
    ///
    /// - Parameters:
    ///   - calibration: A fit of yaw, gravity or rigid.
    ///   - times: The time of each pair in seconds; `nil` where none are known.
    public init(_ calibration: Calibration, times: [Double?]? = nil) {
        func tried(_ kind: StraighteningKind) -> Result<StraightenedMotion, StraighteningError> {
            do throws(StraighteningError) {
                return .success(try StraightenedMotion(calibration, by: kind, times: times))
            } catch { return .failure(error) }
        }
        (byPlace, byTime) = (tried(.place), tried(.time))
        var chosen: StraightenedMotion?, least = Double.infinity
        for case .success(let one) in [byTime, byPlace] {
            guard let own = one.leaveOneOut, let whole = one.leaveOneOutOfMotion,
                one.pinCount >= Self.leastPins,
                own <= (1 - Self.leastGain) * Double.minimum(whole, least)
            else { continue }
            (chosen, least) = (one, own)
        }
        self.chosen = chosen
    }

    /// Whether shifts leave clearly less than the one motion does; of what cannot be left out to check it, no.
    public static func isWorthwhile(_ one: StraightenedMotion) -> Bool {
        guard let own = one.leaveOneOut, let whole = one.leaveOneOutOfMotion else { return false }
        return own <= (1 - leastGain) * whole
    }
}
