internal import Markers
public import MarkersEndpoint

/// Notices of change from `GET {base}/events?after=N`, for servers that list what took effect and have no WebSocket.
public struct PolledNotices: Sendable {
    private let api: MarkersAPI
    private let interval: Duration
    /// The most events of one answer; a longer list is read in parts.
    private static let most = 1000

    public init(_ api: MarkersAPI, every interval: Duration = .seconds(10)) {
        (self.api, self.interval) = (api, interval)
    }

    /// The events after one of a number, until nobody reads them any more.
    ///
    /// - Parameter number: The number of the last event that is known; `nil` to pass over all that there are.
    public func events(after number: Int64? = nil) -> AsyncStream<NoticeEvent> {
        AsyncStream { continuation in
            let task = Task {
                var last = number ?? 0, isOld = number == nil, isInTouch = false
                while !Task.isCancelled {
                    do throws(NoticeFailure) {
                        while let (events, next) = try await part(after: last) {
                            last = next
                            guard !isOld else { continue }
                            for event in events {
                                if let notice = ChangeNotice(event) { continuation.yield(.notice(notice)) }
                            }
                        }
                        if !isInTouch { continuation.yield(.inTouch) }
                        (isInTouch, isOld) = (true, false)
                    } catch {
                        guard !Task.isCancelled else { break }
                        // The numbers of another log mean other events.
                        if error == .anotherLog { (last, isOld) = (0, true) }
                        continuation.yield(.lost(error))
                        isInTouch = false
                    }
                    guard (try? await api.clock.sleep(for: interval)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The next events, and the number of the last of them; `nil` if there are none.
    private func part(
        after last: Int64
    ) async throws(NoticeFailure) -> (events: [ServerEvent], next: Int64)? {
        // The last event that is known has to be there still, or the log is another one.
        let from = max(last - 1, 0)
        let reply: ListReply<ServerEvent>
        do throws(APIError) {
            reply = try await api.serverEvents(after: from, atMost: Self.most)
        } catch {
            throw .server(error)
        }
        let numbers = reply.elements.compactMap { $0.id.flatMap { Int64($0) } }
        guard numbers.count == reply.elements.count, reply.refusals.isEmpty,
            zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }), last == 0 || numbers.first == last
        else { throw .anotherLog }
        guard let next = numbers.last, next > last else { return nil }
        return (reply.elements.filter { $0.id != "\(last)" }, next)
    }
}
