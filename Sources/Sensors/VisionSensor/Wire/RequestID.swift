/// The id of a request, as phones may write it: a UUID in capitals is the same one.
package struct RequestID: Hashable, Sendable {
    private let text: String

    package init(_ text: String) {
        // A UUID has no other letters than these; any other id is compared as it is.
        let isUUID =
            text.utf8.count == 36
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isHexDigit
            }
        self.text = isUUID ? text.lowercased() : text
    }
}
