internal import StrictJSON

extension FitDocument {
    /// Reads a document, whose members must be there and be what they should be; ``SavedFit`` looks whether they agree.
    public init(_ bytes: [UInt8]) throws(SavedFitError) {
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(bytes) } catch { throw SavedFitError(error) }
        try self.init(checkingSchemaOf: json)
    }

    init(checkingSchemaOf json: JSONValue) throws(SavedFitError) {
        let found: String
        do throws(JSONError) { found = try Head(json).schema } catch { throw SavedFitError(error) }
        guard found == FitDocument.schemaName else {
            let (own, other) = (FitDocument.schemaName.split(separator: "/"), found.split(separator: "/"))
            let isLater =
                other.count == 2 && other[0] == own[0] && (Int(other[1]) ?? 0) > (Int(own[1]) ?? 0)
            throw SavedFitError(
                SavedFitFault(isLater ? .newerSchema(found) : .noFit(found), at: "/schema"), in: json)
        }
        do throws(JSONError) { try self.init(json) } catch { throw SavedFitError(error, in: json) }
    }

    /// What says which document it is.
    private struct Head: DocumentObject {
        var schema = ""

        static let members: [DocumentMember<Head>] = [.always("schema", \.schema, "What this document is.")]
    }
}
