/// A way in which real servers differ from the sandbox's own behaviour.
public enum Variant: String, Hashable, Sendable, CaseIterable {
    /// Locks only at `/locks/{id}`, as in the older guide.
    case oldLocks = "old-locks"
    /// Locks only at `/locks/work-sessions/{id}`, as in the app.
    case newLocks = "new-locks"
    /// An update ignores `calibrated_data` silently.
    case ignoreCalibrated = "ignore-calibrated"
    /// An update with `calibrated_data` is refused.
    case refuseCalibrated = "refuse-calibrated"
    /// New corners leave the calibrated points of a marker as they are.
    case keepCalibrated = "keep-calibrated"
    /// New corners leave the details of a marker as they are.
    case keepDetails = "keep-details"
    /// Details have the x nearest to zero where others have the least x.
    case distanceDetails = "distance-details"
    /// Calibrated points are raw points minus the vector.
    case subtractVector = "subtract-vector"
    /// A new vector leaves the calibrated points of markers as they are.
    case staleVector = "stale-vector"
    /// Null in an update clears a member, instead of counting as not given.
    case clearNull = "clear-null"
    /// Lists come inside an object, under the name of their elements.
    case wrappedLists = "wrapped-lists"
    /// Lists come inside an object, under `items`.
    case itemLists = "item-lists"
    /// Lists come inside an object with `total`, in pages of 100 that `next` links.
    case pagedLists = "paged-lists"
    /// Lists come in pages of 100 that the header `Link` links.
    case linkedLists = "linked-lists"
    /// Lists end silently after 100 elements.
    case cutLists = "cut-lists"
    /// Pages that the header `Link` links never end: after the last element come made-up ones.
    case endlessLists = "endless-lists"
    /// Pages that the header `Link` links never end: after the last comes the first.
    case loopingLists = "looping-lists"
    /// Lists of spaces, sessions, reference sets and anchors begin with one that cannot be understood.
    case oddElements = "odd-elements"
    /// Answers lack members that are null, dates and `meta`.
    case sparse = "sparse"
    /// Details have the names from before 4 November 2025.
    case formerDetails = "former-details"
    /// The bodies of errors are plain text.
    case textErrors = "text-errors"
    /// The validation of a cache takes the times alone, not as a member of an object.
    case validateFlat = "validate-flat"
    /// The validation of a cache answers only for what has changed.
    case validateSparse = "validate-sparse"
    /// The validation of a cache answers with whole lists where something in them has changed, as the published server does.
    case validateWhole = "validate-whole"
    /// Validations of a cache have no changed items.
    case inlineNever = "inline-never"
    /// Validations of a cache have changed items as base64.
    case inlineBase64 = "inline-base64"
    /// Answers have no validators, and conditions are ignored.
    case noTags = "no-etags"
    /// Errors repeat the bearer token of the request: plain, with JSON's escapes, and percent-encoded.
    case echoTokens = "echo-tokens"
    /// Every answer to a request with a bearer token that holds has a new one in `Authorization`.
    case headerTokens = "header-tokens"
    /// Updates of sessions succeed and leave their `meta` as it was.
    case dropMeta = "drop-meta"
    /// The `meta` of a session is stored without its members that are null.
    case changeMeta = "change-meta"
    /// The phone takes any body, and ignores what it does not know.
    case phoneLenient = "phone-lenient"
    /// The phone refuses detections and settings with status 200 and `success` false.
    case phoneRefuses = "phone-refuses-200"
    /// Objects of the phone have neither a distance nor a real size.
    case phoneBare = "phone-bare"
    /// Detections of the phone come with the id of another request.
    case phoneEchoesOther = "phone-echoes-other-id"
    /// The phone is hot: its `thermalState` is `serious`.
    case phoneHot = "phone-hot"
}
