internal import StrictJSON

/// Settings of a phone that are to change; `nil` stays as it is.
public struct SensorSettings: Hashable, Sendable {
    /// The name of the model to compile.
    public var selectedModel: String?
    /// 0 to 1.
    public var confidenceThreshold: Double?
    /// The overlap up to which boxes are kept apart, 0 to 1; not every model has such a step.
    public var iouThreshold: Double?
    /// Pictures a second.
    public var targetFPS: Double?
    /// False suspends the phone's background work.
    public var isScanning: Bool?

    public init(
        selectedModel: String? = nil, confidenceThreshold: Double? = nil, iouThreshold: Double? = nil,
        targetFPS: Double? = nil, isScanning: Bool? = nil
    ) {
        (self.selectedModel, self.confidenceThreshold) = (selectedModel, confidenceThreshold)
        (self.iouThreshold, self.targetFPS, self.isScanning) = (iouThreshold, targetFPS, isScanning)
    }

    /// More pictures a second than this are asked of no phone.
    package static let mostFPS = 240.0

    /// The settings by their names on the wire, with the values that each may have.
    package static let names: [(name: String, values: String)] = [
        ("selectedModel", "the name of a model"), ("confidenceThreshold", "a number from 0 to 1"),
        ("iouThreshold", "a number from 0 to 1"), ("targetFPS", "a number above 0, up to 240"),
        ("isScanning", "true or false"),
    ]

    /// Changes the setting of a name on the wire to a value in text; false if there is no such setting, or it has no such value.
    public mutating func set(_ name: String, to text: String) -> Bool {
        switch name {
        case "selectedModel":
            guard !text.isEmpty else { return false }
            selectedModel = text
        case "confidenceThreshold", "iouThreshold":
            guard let part = SensorSettings.number(text), (0...1).contains(part) else { return false }
            if name == "iouThreshold" { iouThreshold = part } else { confidenceThreshold = part }
        case "targetFPS":
            guard let rate = SensorSettings.number(text), rate > 0, rate <= SensorSettings.mostFPS else {
                return false
            }
            targetFPS = rate
        case "isScanning":
            guard text == "true" || text == "false" else { return false }
            isScanning = text == "true"
        default: return false
        }
        return true
    }

    private static func number(_ text: String) -> Double? {
        // Decimal digits only: the library also reads hexadecimal numbers and words.
        guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
        return Double(text)
    }

    /// The names on the wire of the settings that change, in the order of the documentation.
    public var fields: [String] {
        let changes = [
            selectedModel != nil, confidenceThreshold != nil, iouThreshold != nil, targetFPS != nil,
            isScanning != nil,
        ]
        return zip(SensorSettings.names, changes).filter(\.1).map(\.0.name)
    }

    /// The body of the request; `nil` if a number is not finite.
    public var json: [UInt8]? {
        var json = JSONWriter()
        json.object { json in
            if let selectedModel { json.member("selectedModel", selectedModel) }
            if let confidenceThreshold { json.member("confidenceThreshold", confidenceThreshold) }
            if let iouThreshold { json.member("iouThreshold", iouThreshold) }
            if let targetFPS { json.member("targetFPS", targetFPS) }
            if let isScanning { json.member("isScanning", isScanning) }
        }
        do throws(JSONError) { return try json.take() } catch { return nil }
    }
}

/// The answer to settings.
public struct SettingsReply: Hashable, Sendable {
    /// As the phone names them.
    public let updatedFields: [String]
    /// Those among them that were not sent.
    public let unasked: [String]

    /// Reads the answer to `POST /settings`; refused unless each setting that was sent is named in it.
    public init(_ bytes: [UInt8], to sent: SensorSettings) throws(SensorError) {
        let members = try SensorAnswer.members(bytes)
        var names: [String] = []
        let success: Bool
        do throws(JSONError) {
            success = try members.needed("success") { $0.bool }
            let list = try members.needed("updatedFields") { $0.kind == .array ? $0.elements : nil }
            for element in list {
                guard let name = element.string else { throw element.error(.wrongType) }
                names.append(name)
            }
        } catch {
            guard members["success"]?.bool == false else { throw .unreadable(error) }
            throw .notSuccessful
        }
        guard success else { throw .notSuccessful }
        updatedFields = names
        let asked = sent.fields, updated = updatedFields
        unasked = updated.filter { !asked.contains($0) }
        let left = asked.filter { !updated.contains($0) }
        guard left.isEmpty else { throw .fieldsNotUpdated(left) }
    }
}
