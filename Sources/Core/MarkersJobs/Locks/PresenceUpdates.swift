public import Foundation
public import MarkersEndpoint

/// The users present in a work session, each time they change, by asking the server at an interval.
///
///     for try await users in api.presenceUpdates(in: session) { show(users) }
///
/// It ends when its task is cancelled, and throws an `APIError` when the server cannot be asked even after retries.
public struct PresenceUpdates: AsyncSequence, Sendable {
    public typealias Element = [String]

    fileprivate let api: MarkersAPI
    fileprivate let session: UUID
    fileprivate let interval: Duration

    /// The state of one loop over the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let updates: PresenceUpdates
        private var last: [String]?

        fileprivate init(_ updates: PresenceUpdates) { self.updates = updates }

        /// The users in order, as soon as they are others than before; `nil` once the task is cancelled.
        public mutating func next() async throws -> [String]? {
            while !Task.isCancelled {
                if last != nil, (try? await updates.api.clock.sleep(for: updates.interval)) == nil {
                    return nil
                }
                do throws(APIError) {
                    let users = try await updates.api.presence(in: updates.session).sorted()
                    if users != last {
                        last = users
                        return users
                    }
                } catch {
                    if Task.isCancelled { return nil }
                    throw error
                }
            }
            return nil
        }
    }

    /// A loop that begins with the users who are present now.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension MarkersAPI {
    /// The users present in a work session, each time they change.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - interval: the pause between two questions to the server.
    public func presenceUpdates(
        in session: UUID, every interval: Duration = MarkersAPI.heartbeat
    ) -> PresenceUpdates {
        PresenceUpdates(api: self, session: session, interval: interval)
    }

    /// Holds a work session while `body` runs: locked if the server has locks, with the user announced as present. Both end as
    /// soon as it returns, throws, or its task is cancelled.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - user: the name by which other people see the user.
    ///   - body: the work; the hold tells who else is present.
    /// - Throws: a ``SessionHoldError`` if somebody else has the lock, or what `body` throws.
    public func held<Value: Sendable>(
        _ session: UUID, as user: String, during body: @Sendable (SessionHold) async throws -> Value
    ) async throws -> Value {
        let hold = try await SessionHold.take([session], as: user, self)
        do {
            let value = try await body(hold)
            await hold.releaseFully()
            return value
        } catch {
            await hold.releaseFully()
            throw error
        }
    }
}

extension SessionHold {
    /// Releases everything even if the task is cancelled.
    fileprivate func releaseFully() async { _ = await Task { await release() }.value }
}
