import Markers
package import QuadGeometry
package import StrictJSON
package import ToolMarkers
package import ToolTerminal

extension SchemaDocument {
    package static let config = SchemaDocument(
        name: "config", about: "what quadcal check and upload read from .quadcal.json",
        schema: FolderSettings.schema)
}

/// The settings of a folder and all below it: limits and the profile, and nothing that leads to a server or lets a
/// file be replaced.
package struct FolderSettings: DocumentObject {
    /// The schema that editors check it against; nobody else reads it.
    private var editorSchema: String?
    package private(set) var form: String?
    package private(set) var profile: QuadProfile?
    package private(set) var limits: Limits?

    package static let members: [DocumentMember<FolderSettings>] = [
        .sometimes("$schema", \.editorSchema, "Where editors find this schema."),
        .sometimes(
            "schema", \.form, "The name and number of this document's form.",
            schema: .word([SettingsError.formName])),
        .sometimes("profile", \.profile, "The profile that sets the limits; app without it."),
        .sometimes("limits", \.limits, "The limits that differ from the profile's, by their options."),
    ]

    /// Limits in the units of their options.
    package struct Limits: DocumentObject {
        private var values = [Double?](repeating: nil, count: LimitOption.all.count)

        package init() {}

        package static let members: [DocumentMember<Limits>] = LimitOption.all.enumerated().map {
            place, limit in
            .sometimes(limit.memberName, \.[place], "\(limit.sentence.dropLast()), as \(limit.scale.words).")
        }

        package subscript(place: Int) -> Double? {
            get { values[place] }
            set { values[place] = newValue }
        }
    }

    /// The limits, in the units of the library.
    package var changes: [LimitChange] {
        LimitOption.all.enumerated().compactMap { place, limit in
            limits?[place].map { LimitChange(path: limit.path, value: limit.scale.value($0)) }
        }
    }

    /// Reads a document that has no other members.
    package init(checking bytes: [UInt8]) throws(SettingsError) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(bytes)
            try self.init(json)
        } catch {
            throw .json(error)
        }
        guard form == nil || form == SettingsError.formName else {
            throw .otherForm(at: SettingsPlace(json))
        }
        let limits = json.members.filter { $0.name == "limits" }.flatMap(\.value.members)
        try FolderSettings.requireKnown(json.members, FolderSettings.members.flatMap(\.schemas).map(\.name))
        try FolderSettings.requireKnown(limits, Limits.members.flatMap(\.schemas).map(\.name))
        if let (_, value) = limits.first(where: { $0.value.double.map { $0 < 0 } ?? false }) {
            throw .negative(at: SettingsPlace(value))
        }
    }

    package init() {}

    private static func requireKnown(
        _ members: [(name: String, value: JSONValue)], _ known: [String]
    ) throws(SettingsError) {
        guard let (name, value) = members.first(where: { !known.contains($0.name) }) else { return }
        throw .unknown(nearest: nearest(to: name, among: known), at: SettingsPlace(value))
    }
}
