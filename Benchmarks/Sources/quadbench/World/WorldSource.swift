/// The source of a motion.
enum WorldSource: String {
    case motion, pairs, labels
    /// A motion, with the rescan that it leads to.
    case named
    /// A fit that was saved before.
    case saved = "a saved fit"
    /// The markers of a scan that leads nowhere.
    case badScan = "a bad scan"

    /// Whether the rescan is known, so that dates can be compared with it.
    var saysWhen: Bool { self == .labels || self == .named }
}
