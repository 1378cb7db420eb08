public import MarkersEndpoint
internal import StrictJSON
public import VisionSensor

/// The reason that a phone gave no usable answer, and where it was asked.
public struct SensorFailure: Error, Hashable, Sendable {
    /// The kind of a failure.
    public enum Reason: Hashable, Sendable {
        case transport(TransportError)
        /// A status that is not 200.
        case status(Int)
        case redirect(Int)
        /// A page for browsers where JSON or a picture should be.
        case page
        case picture(PictureFault)
        case refused(SensorError)
        /// Nothing to change was named.
        case noSettings
    }

    /// The fault of a picture.
    public enum PictureFault: Hashable, Sendable {
        /// The content type that is not image/jpeg; `nil` where there is none.
        case type(String?)
        /// It does not begin, or not end, as a JPEG does.
        case beginning, end
    }

    /// The URL that was asked.
    public let url: String
    /// The URL of the phone, without a path.
    public let phone: String
    public let reason: Reason

    init(path: String, on phone: String, _ reason: Reason) {
        (url, self.phone, self.reason) = (phone + path, phone, reason)
    }

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch reason {
        case .transport(let error): error.code.rawValue
        case .status: "BAD_STATUS"
        case .redirect: "REDIRECT"
        case .page: "NO_PHONE"
        case .picture: "BAD_PICTURE"
        case .refused(let error): error.code
        case .noSettings: "NO_SETTINGS"
        }
    }

    /// Whether another attempt may succeed: no answer came, or the phone was not ready.
    public var isPassing: Bool {
        switch reason {
        case .transport(let error):
            [.timeout, .unreachable, .connectionLost, .truncated].contains(error.code)
        case .status(let status): status >= 500 || status == 429
        default: false
        }
    }

    /// Whether nothing came at all for as long as was waited.
    package var isSilence: Bool {
        if case .transport(let error) = reason { error.code == .timeout } else { false }
    }

    /// The reason in words, with the URL.
    public var message: String { "\(url) \(words)" }

    private var words: String {
        switch reason {
        case .transport(let error): "gave no answer (\(error.code.rawValue): \(error.detail))"
        case .status(let status): "answered with status \(status)"
        case .redirect(let status): "redirects (status \(status)), which a phone does not"
        case .page: "answered with a page for browsers, not as a phone does"
        case .picture(.type(let type)):
            "gave no picture: its content type is \(type.map { visibleText($0, atMost: 100) } ?? "missing"), not image/jpeg"
        case .picture(.beginning): "gave no picture: it does not begin as a JPEG does"
        case .picture(.end): "gave a part of a picture: it does not end as a JPEG does"
        case .refused(let error): "gave an answer that cannot be used: \(error.message)"
        case .noSettings: "was not asked: no setting is to change"
        }
    }

    /// The next thing to look at.
    public var remedy: String {
        switch reason {
        case .transport, .redirect, .page:
            "look whether this machine is in the phone's hotspot, whether the server is switched on in the app, and at curl \(phone)/health"
        case .status, .refused, .picture: "look at the app and its version, and at curl \(phone)/health"
        case .noSettings: "name a setting"
        }
    }
}
