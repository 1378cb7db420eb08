internal import Foundation
internal import StrictJSON

/// A header field of a recording.
struct RecordedField: Hashable, Sendable, DocumentObject {
    var name = ""
    var value = ""

    static let members: [DocumentMember<RecordedField>] = [
        .always("name", \.name, "The name."),
        .always("value", \.value, "The value."),
    ]
}

/// The bytes of a body: as text where they are UTF-8, else in base64.
struct RecordedBody: Hashable, Sendable, DocumentObject {
    var text: String?
    var base64: String?

    static let members: [DocumentMember<RecordedBody>] = [
        .sometimes("text", \.text, "The body as text."),
        .sometimes("base64", \.base64, "The body in base64, where it is no text."),
    ]

    init() {}

    init(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = text
        } else {
            base64 = Data(bytes).base64EncodedString()
        }
    }

    /// The bytes; `nil` if they are not in the form that the recording says.
    var bytes: [UInt8]? {
        if let text { return Array(text.utf8) }
        return base64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }
}

/// An answer of a recording.
struct RecordedAnswer: Hashable, Sendable, DocumentObject {
    var status = 0
    var headers: [RecordedField] = []
    var body = RecordedBody()

    static let members: [DocumentMember<RecordedAnswer>] = [
        .always("status", \.status, "The status."),
        .always("headers", \.headers, "The fields that a client goes by, in order."),
        .always("body", \.body, "The body."),
    ]
}

/// A failure of a recording.
struct RecordedFailure: Hashable, Sendable, DocumentObject {
    var code = ""
    var mayHaveArrived = false
    var detail = ""

    static let members: [DocumentMember<RecordedFailure>] = [
        .always("code", \.code, "The kind of failure."),
        .always("mayHaveArrived", \.mayHaveArrived, "Whether the server may have acted on the request."),
        .always("detail", \.detail, "What happened."),
    ]
}
