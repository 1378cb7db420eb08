internal import ARMessagesClient
internal import Foundation
internal import WebSocket

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One connection of a ``URLSessionMessageSocket``, from its opening to its end.
final class SessionLink: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    private let limits: WebSocketLimits
    private let reporter: AsyncStream<MessageSocketEvent>.Continuation
    private let lock = NSLock()
    private var session: URLSession?
    private var task: URLSessionWebSocketTask?
    private var isOpen = false
    private var isOver = false
    /// Bytes that the system has not sent yet.
    private var waiting = 0

    /// Bytes that may wait to be sent.
    private static let mostWaiting = 4 << 20

    init(_ limits: WebSocketLimits, _ reporter: AsyncStream<MessageSocketEvent>.Continuation) {
        (self.limits, self.reporter) = (limits, reporter)
    }

    func start(_ request: URLRequest, _ configuration: URLSessionConfiguration) {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.webSocketTask(with: request)
        task.maximumMessageSize = limits.messageBytes
        lock.withLock { (self.session, self.task) = (session, task) }
        task.resume()
    }

    func send(_ text: [UInt8]) -> Bool {
        let task = lock.withLock { () -> URLSessionWebSocketTask? in
            guard isOpen, !isOver, waiting + text.count <= SessionLink.mostWaiting else { return nil }
            waiting += text.count
            return self.task
        }
        guard let task else { return false }
        task.send(.string(String(decoding: text, as: UTF8.self))) { [weak self] error in
            guard let self else { return }
            lock.withLock { waiting -= text.count }
            if let error { end(.failed(.system(error.localizedDescription))) }
        }
        return true
    }

    func close(_ code: CloseCode, _ reason: String) {
        let (task, wasOpen) = lock.withLock { (self.task, isOpen) }
        let number = Int(code.rawValue)
        task?.cancel(
            with: URLSessionWebSocketTask.CloseCode(rawValue: number) ?? .normalClosure,
            reason: Data(reason.utf8))
        let seconds = wasOpen ? limits.closingSeconds : 0
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(seconds))
            self?.end(.closed(code: code, reason: reason, isClean: false))
        }
    }

    /// Ends the connection without an event.
    func abandon() {
        lock.withLock { isOver = true }
        release()
    }

    /// Reports the end, once.
    private func end(_ event: MessageSocketEvent) {
        let isFirst = lock.withLock {
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return }
        reporter.yield(event)
        release()
    }

    private func release() {
        let (session, task) = lock.withLock {
            defer { (self.session, self.task) = (nil, nil) }
            return (self.session, self.task)
        }
        task?.cancel()
        session?.invalidateAndCancel()
    }

    private func receive(_ task: URLSessionWebSocketTask) {
        task.receive { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(.string(let text)):
                if !lock.withLock({ isOver }) { reporter.yield(.received(Array(text.utf8))) }
                receive(task)
            case .success:
                task.cancel(with: .unsupportedData, reason: nil)
                end(.failed(.frames(WebSocketError(.binary, at: 0))))
            case .failure(let error): end(.failed(.system(error.localizedDescription)))
            }
        }
    }

    /// Pings the server as often as the limits say, and gives up on one that does not answer.
    private func ping() {
        let seconds = (ping: limits.pingSeconds, silence: limits.silenceSeconds)
        Task { [weak self] in
            while let self, let task = lock.withLock({ self.task }) {
                try? await Task.sleep(for: .seconds(seconds.ping))
                let answer = PongWait()
                task.sendPing { if $0 == nil { answer.come() } }
                try? await Task.sleep(for: .seconds(max(seconds.silence - seconds.ping, 0)))
                if !answer.hasCome { end(.failed(.silent)) }
            }
        }
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        let isWanted = lock.withLock {
            isOpen = true
            return !isOver
        }
        guard isWanted else { return }
        reporter.yield(.opened)
        receive(webSocketTask)
        ping()
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        end(
            .closed(
                code: CloseCode(rawValue: UInt16(clamping: closeCode.rawValue)),
                reason: String(decoding: reason ?? Data(), as: UTF8.self), isClean: true))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let response = task.response as? HTTPURLResponse, response.statusCode != 101 {
            end(.failed(.refused(.status(response.statusCode))))
        } else {
            end(.failed(error.map { .system($0.localizedDescription) } ?? .cut))
        }
    }
}

/// Whether a ping was answered.
private final class PongWait: @unchecked Sendable {
    private let lock = NSLock()
    private var isThere = false

    var hasCome: Bool { lock.withLock { isThere } }
    func come() { lock.withLock { isThere = true } }
}
