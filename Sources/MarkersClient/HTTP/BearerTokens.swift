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

/// The current token, renewed by a single request however many callers wait for it.
public actor BearerTokens {
    /// Requests a new token within a timeout.
    ///
    /// It throws ``TransportError/Code/unauthorized`` if the server refuses: that is final, and nothing is requested any more. After
    /// any other error the next caller makes it try again.
    public typealias Renewal = @Sendable (_ timeout: Duration) async throws(TransportError) -> BearerToken

    /// The time before its end at which a token is renewed.
    public static let margin = Duration.seconds(30)

    private typealias Waiter = CheckedContinuation<Result<Secret, TransportError>, Never>

    private let renew: Renewal?
    /// Whether a renewal may find the token that was refused, which is then not sent again.
    nonisolated let mayStaySame: Bool
    private let now: @Sendable () -> Duration
    private var token: BearerToken?
    private var since: Duration
    private var waiters: [Int: Waiter] = [:]
    private var lastTicket = 0
    private var isRenewing = false
    /// The refusal of a renewal, which is final.
    private var refusal: TransportError?

    /// - Parameters:
    ///   - token: The first one; `nil` to request it when it is needed.
    ///   - renew: Requests another; `nil` if there is no way to.
    ///   - now: The time since some fixed moment.
    public init(
        _ token: BearerToken?, renew: Renewal? = nil,
        now: @escaping @Sendable () -> Duration = BearerTokens.machineTime()
    ) {
        (self.token, self.now, self.renew, mayStaySame) = (token, now, renew, false)
        since = now()
    }

    /// Tokens of a place that another program may write to.
    init(_ token: BearerToken, rereading: @escaping Renewal) {
        (self.token, renew, mayStaySame) = (token, rereading, true)
        now = BearerTokens.machineTime()
        since = now()
    }

    /// A clock of this machine that never runs backwards.
    public static func machineTime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }

    nonisolated var canRenew: Bool { renew != nil }

    /// A token that stays valid for a while.
    func current(within timeout: Duration) async throws(TransportError) -> Secret {
        guard let token else { return try await next(within: timeout) }
        guard renew != nil, isEnding(token) else { return token.secret }
        do throws(TransportError) {
            return try await next(within: timeout)
        } catch  where error.code != .cancelled {
            // It may still be valid; the server decides.
            return token.secret
        }
    }

    /// A token other than one that the server refused: one that another caller got meanwhile, or a new one.
    func renewed(insteadOf refused: Secret, within timeout: Duration) async throws(TransportError) -> Secret {
        if let token, token.secret.text != refused.text { return token.secret }
        token = nil
        return try await next(within: timeout)
    }

    /// A short-lived token is used for half of its life.
    private func isEnding(_ token: BearerToken) -> Bool {
        guard let lifetime = token.lifetime else { return false }
        return now() - since >= max(lifetime - Self.margin, lifetime / 2)
    }

    private func next(within timeout: Duration) async throws(TransportError) -> Secret {
        guard let renew else {
            throw TransportError(
                .unauthorized, mayHaveArrived: false, "there is no token and no way to get one")
        }
        if let refusal { throw refusal }
        lastTicket += 1
        let ticket = lastTicket
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                guard !Task.isCancelled else {
                    waiter.resume(returning: .failure(Self.cancelled))
                    return
                }
                waiters[ticket] = waiter
                if !isRenewing { start(renew, within: timeout) }
            }
        } onCancel: {
            Task { await self.leave(ticket) }
        }
        return try result.get()
    }

    /// Continues even if its caller leaves, since others wait for it or will.
    private func start(_ renew: @escaping Renewal, within timeout: Duration) {
        isRenewing = true
        Task {
            let result: Result<BearerToken, TransportError>
            do throws(TransportError) {
                result = .success(try await renew(timeout))
            } catch {
                // It is the renewal that may have arrived, not the request that waits for it.
                result = .failure(
                    TransportError(error.code, mayHaveArrived: false, "no new token: \(error.detail)"))
            }
            finish(result)
        }
    }

    private func finish(_ result: Result<BearerToken, TransportError>) {
        switch result {
        case .success(let new): (token, since) = (new, now())
        case .failure(let error) where error.code == .unauthorized: refusal = error
        case .failure: break
        }
        for waiter in waiters.values { waiter.resume(returning: result.map(\.secret)) }
        (waiters, isRenewing) = ([:], false)
    }

    private func leave(_ ticket: Int) {
        waiters.removeValue(forKey: ticket)?.resume(returning: .failure(Self.cancelled))
    }

    private static let cancelled = TransportError(
        .cancelled, mayHaveArrived: false, "the task was cancelled while it waited for a token")
}
