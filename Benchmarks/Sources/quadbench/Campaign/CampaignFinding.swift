/// Something that must not happen.
struct CampaignFinding: Sendable {
    let kind: Kind
    /// The id of a marker, or words.
    let place: String
    let text: String

    enum Kind: String, CaseIterable, Sendable {
        /// A marker that is not where a report says it is, or a write of something that no job may write.
        case lost
        /// Moved twice, or moved back twice.
        case doubled
        /// Written with what was there already.
        case rewritten
        /// Written with what belongs to corners that are no longer there.
        case stale
        /// Somebody's edit, gone.
        case overwritten
        /// Claimed, and not so.
        case misreported
        /// A job that never ends, though nothing fails any more.
        case endless
        /// Advice that cannot succeed, though nothing fails any more.
        case futile
    }

    var summary: String { "\(kind.rawValue): \(place): \(text)" }

    init(_ kind: Kind, _ place: String, _ text: String) {
        (self.kind, self.place, self.text) = (kind, place, text)
    }
}
