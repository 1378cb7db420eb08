internal import Foundation
internal import Markers

/// A token and its lifetime.
public struct BearerToken: Sendable {
    /// The text that is sent.
    public let secret: Secret
    /// Counted from when it was issued; `nil` if only the server knows.
    public let lifetime: Duration?

    /// Without a given lifetime, that of a JSON Web Token is the time between its own two dates, so that clocks that differ
    /// do no harm.
    public init(_ secret: Secret, lifetime: Duration? = nil) {
        self.secret = secret
        self.lifetime = lifetime ?? Self.lifetime(ofWebToken: secret.text)
    }

    private static func lifetime(ofWebToken text: String) -> Duration? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var claims = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        claims += String(repeating: "=", count: (4 - claims.count % 4) % 4)
        guard let bytes = Data(base64Encoded: String(claims)), let value = try? JSONValue([UInt8](bytes)),
            let issued = value["iat"]?.double, let expiry = value["exp"]?.double
        else { return nil }
        // Beyond a century a date is no date.
        return (0...3.2e9).contains(expiry - issued) ? .seconds(expiry - issued) : nil
    }
}
