/// The title block of a report: what people write on a document that they hand over.
///
/// ```swift
/// signed.heading = ReportHeading(title: "Rescan of Hall 3", fields: [.init("Project", "P7")])
/// ```
public struct ReportHeading: Hashable, Sendable {
    /// The title; `nil` for the name of what was calibrated.
    public var title: String?
    /// The fields in their order. The usual ones that are missing are left blank, to be filled in by hand.
    public var fields: [Field]
    /// The sign of whoever hands it over.
    public var logo: ReportLogo?

    /// A field of the title block.
    public struct Field: Hashable, Sendable {
        public let name, text: String

        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    public init(title: String? = nil, fields: [Field] = [], logo: ReportLogo? = nil) {
        (self.title, self.fields, self.logo) = (title, fields, logo)
    }

    /// The fields that every report has, besides the date, the software and the digests of its inputs.
    public static let usualFields = ["Project", "Site", "Operator", "Device"]

    /// All fields: the usual ones, with an empty text where nothing is known, then the others.
    var rows: [Field] {
        func isUsual(_ field: Field, _ name: String) -> Bool {
            field.name.lowercased() == name.lowercased()
        }
        let usual = ReportHeading.usualFields.flatMap { name in
            let given = fields.filter { isUsual($0, name) }
            return given.isEmpty ? [Field(name, "")] : given
        }
        return usual + fields.filter { field in !ReportHeading.usualFields.contains { isUsual(field, $0) } }
    }
}
