import ARMessages
import QuadGeometry

/// Events that bring a driver into each of its states.
enum PicnicScript: String, CaseIterable, Sendable {
    case closed, opening, pendingToken, pendingAdvertising, pendingPing, confirming, authenticatedPrimary
    case authenticatedSecondary, closing, failed

    static let own = SampleMessage.token, other = "11111111-2222-4333-8444-555555555555"

    static func beacon(primary: String, token: String = own, more: String = "") -> SessionEvent {
        text(
            #"{"session_token":"\#(token)","endpoint":"carrot_beacon","payload":{"params":"#
                + #"{"identifier":"com.Carrot.Beacon","uuid":"\#(primary)"\#(more)}}}"#)
    }

    /// The server's question to a primary device, or its confirmation to a secondary one.
    static func empty(token: String) -> SessionEvent {
        text(#"{"session_token":"\#(token)","endpoint":"carrot_transform","payload":{}}"#)
    }

    static let app = text(SampleMessage.offset)

    static func text(_ text: String) -> SessionEvent { .received(Array(text.utf8)) }

    var events: [SessionEvent] {
        let joined: [SessionEvent] = [.tick(100), .start, .opened]
        return switch self {
        case .closed: [.tick(100)]
        case .opening: [.tick(100), .start]
        case .pendingToken: joined
        case .pendingAdvertising: joined + [Self.beacon(primary: Self.own)]
        case .pendingPing: joined + [Self.beacon(primary: Self.other)]
        case .confirming: joined + [Self.beacon(primary: Self.other), .proximity(.immediate)]
        case .authenticatedPrimary: joined + [Self.beacon(primary: Self.own), .advertising(started: true)]
        case .authenticatedSecondary:
            joined + [Self.beacon(primary: Self.other), .proximity(.immediate), Self.empty(token: Self.own)]
        case .closing: joined + [.end]
        case .failed: joined + [.failed("reset")]
        }
    }

    /// A driver in this state.
    func driver(
        _ options: PicnicOptions = PicnicOptions(),
        pose: @escaping @Sendable () -> MessageTransform? = { .init(.identity) }
    ) -> PicnicDriver {
        var driver = PicnicDriver(options: options, currentPose: pose)
        for event in events { _ = driver.receive(event) }
        return driver
    }
}

extension PicnicState {
    /// The name of the phase, without what it carries.
    var name: String {
        switch phase {
        case .closed: "closed"
        case .opening: "opening"
        case .pendingToken: "pendingToken"
        case .pendingAdvertising: "pendingAdvertising"
        case .pendingPing: "pendingPing"
        case .authenticatedPrimary: "authenticatedPrimary"
        case .authenticatedSecondary: "authenticatedSecondary"
        case .closing: "closing"
        case .failed: "failed"
        }
    }
}
