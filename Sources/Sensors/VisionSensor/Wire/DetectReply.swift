@_spi(Scanning) internal import StrictJSON

/// The reply to a request for detections.
public struct DetectReply: Hashable, Sendable {
    public let requestID: String
    /// In the order of the reply; without those that were refused.
    public let objects: [SensorObject]
    /// Objects of impossible numbers.
    public let refused: [RefusedObject]

    /// Reads a reply.
    ///
    /// - Parameters:
    ///   - bytes: the body.
    ///   - sent: the id of the request, which the reply must have, too; `nil` to take any.
    public init(_ bytes: [UInt8], to sent: String? = nil) throws(SensorError) {
        let options = JSONOptions(size: SensorLimits.largestAnswer)
        var reader = DetectReplyReader(bytes)
        do throws(JSONError) {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var scanner = JSONScanner(buffer, options)
                do throws(JSONFault) { try reader.read(&scanner) } catch { throw error.error(in: buffer) }
            }
        } catch {
            // A reply without success may lack, or misspell, whatever else it holds.
            if reader.isOverfull { throw .tooManyObjects(limit: SensorLimits.mostObjects) }
            guard DetectReply.saysFailure(bytes, options) else { throw .unreadable(error) }
            throw .notSuccessful
        }
        guard reader.success else { throw .notSuccessful }
        if let sent, RequestID(sent) != RequestID(reader.requestID) {
            throw .wrongRequest(sent: sent, answered: reader.requestID)
        }
        (requestID, objects, refused) = (reader.requestID, reader.objects, reader.refused)
    }

    private static func saysFailure(_ bytes: [UInt8], _ options: JSONOptions) -> Bool {
        do throws(JSONError) { return try JSONValue(bytes, options: options)["success"]?.bool == false } catch
        { return false }
    }
}

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
