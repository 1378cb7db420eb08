/// A way in which real servers differ from what the sandbox does by itself.
public enum Variant: String, Hashable, Sendable, CaseIterable {
    /// Locks only at `/locks/{id}`, as the older guide has them.
    case oldLocks = "old-locks"
    /// Locks only at `/locks/work-sessions/{id}`, as the app has them.
    case newLocks = "new-locks"
    /// An update leaves `calibrated_data` out and says nothing.
    case ignoreCalibrated = "ignore-calibrated"
    /// An update with `calibrated_data` is refused.
    case refuseCalibrated = "refuse-calibrated"
    /// Calibrated points are raw points less the vector.
    case subtractVector = "subtract-vector"
    /// A new vector leaves the calibrated points of markers as they are.
    case staleVector = "stale-vector"
    /// Null in an update clears a member; otherwise it is taken as not given.
    case clearNull = "clear-null"
    /// Lists come inside an object, under the name of what they list.
    case wrappedLists = "wrapped-lists"
    /// Lists come inside an object with `total`, in pages of 100 that `next` leads on from.
    case pagedLists = "paged-lists"
    /// Lists come in pages of 100 that the header `Link` leads on from.
    case linkedLists = "linked-lists"
    /// Lists end after 100 elements and say nothing.
    case cutLists = "cut-lists"
    /// Members that are null, and dates and `meta`, are left out of answers.
    case sparse = "sparse"
    /// Details under the names they had before 4 November 2025.
    case formerDetails = "former-details"
    /// The body of an error is plain text.
    case textErrors = "text-errors"
}
