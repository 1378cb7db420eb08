/// The reason why a scan is not straightened.
public enum StraighteningError: Error, Hashable, Sendable {
    /// Fewer markers, or pairs that are of none, than a drift can be told from.
    case tooFewPins(found: Int, needed: Int)
    /// Not as many times as pairs.
    case unpairedTimes(count: Int, pairs: Int)
    /// No time is known of a pair that counts, by its place among the pairs.
    case missingTime(pair: Int)
    /// A time that is not finite, or beyond what a double tells apart; by the place of its pair.
    case badTime(pair: Int)
    /// All markers have one time, or one place.
    case noExtent(StraighteningKind)
    /// A model that has more or less than a turn and a shift, to which a drift is not fitted.
    case model(MotionModel)
    /// Pairs that state a covariance each, which leaves none of their errors to a drift.
    case statedCovariances
    /// The markers' middles leave a change of the motion free, or their residuals are beyond the range of doubles.
    case notFixed
    /// A marker that is to be moved has no usable middle; by its place among them.
    case badMarker(marker: Int)
    /// No time is known of a marker that is to be moved by its time, or it is not usable; by its place among them.
    case markerWithoutTime(marker: Int)

    /// The pair that it is about, if it is about one.
    package var pair: Int? {
        switch self {
        case .missingTime(let pair), .badTime(let pair): pair
        default: nil
        }
    }

    /// The code of the reason: a word that never changes its meaning.
    public var code: String {
        switch self {
        case .tooFewPins: "TOO_FEW_PINS"
        case .unpairedTimes: "UNPAIRED_TIMES"
        case .missingTime, .markerWithoutTime: "NO_TIME"
        case .badTime: "BAD_TIME"
        case .badMarker: "BAD_POINT"
        case .noExtent(.place): "ONE_PLACE"
        case .noExtent(.time): "ONE_TIME"
        case .model: "MODEL_NOT_STRAIGHTENED"
        case .statedCovariances: "STATED_COVARIANCES"
        case .notFixed: "NOT_FIXED"
        }
    }
}
