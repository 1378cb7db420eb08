import Foundation

/// The temporary files of this process, which signals that end it remove.
package enum UnfinishedFiles {
    /// A name that is kept where a signal handler can read it.
    package struct Entry {
        package let path: String
        fileprivate let slot: Int?
    }

    /// More than are ever written at a time.
    private static let most = 16
    private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]
    /// Names are never freed: a handler may be reading them.
    nonisolated(unsafe) private static let names = {
        let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
        names.initialize(repeating: nil, count: most)
        return names
    }()
    private static let handlers: Void = ends.forEach(handle)

    /// Removes the file of this name if a signal ends the process.
    package static func add(_ path: String) -> Entry {
        let slot = (0..<most).first { names[$0] == nil }
        if let slot { names[slot] = strdup(path) }
        handlers
        return Entry(path: path, slot: slot)
    }

    /// Leaves the file of an entry alone from now on.
    package static func remove(_ entry: Entry) {
        if let slot = entry.slot { names[slot] = nil }
    }

    /// Removes all of them; a signal handler may do it, too.
    package static func discard() {
        for slot in 0..<most {
            if let name = names[slot] { unlink(name) }
        }
    }

    /// Takes over a signal that would end the process without a word.
    private static func handle(_ number: Int32) {
        var present = sigaction()
        guard sigaction(number, nil, &present) == 0, isDefault(present) else { return }
        signal(number) { number in
            UnfinishedFiles.discard()
            signal(number, SIG_DFL)
            raise(number)
        }
        // Some programs start others with everything blocked that they block in a thread of their own.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler == nil
        #else
        action.__sigaction_handler.sa_handler == nil
        #endif
    }
}
