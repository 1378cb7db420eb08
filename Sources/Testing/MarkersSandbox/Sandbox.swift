internal import HTTPServer
internal import SQLiteStore

/// The state of the server, and the work that requests ask for. For one thread at a time.
final class Sandbox {
    let store: Store
    let options: SandboxOptions
    let numbers: SeededNumbers
    /// The phone; nil without one.
    let phone: Phone?
    /// The room of devices; nil without one.
    let room: (any HostedRoom)?
    var leases = Leases()
    var requestLog = RequestLog()
    /// The offsets that spaces add to the raw points of sessions, as far as they were needed; nil for no vector.
    var shifts: [String: SIMD3<Double>?] = [:]
    /// The date of the last removal from a list, by the name that a client validates it by.
    var removals: [String: String] = [:]
    /// The date of the last effect before this process; nil where there was none.
    let lastFormerEffect: String?
    /// The way in which documents are shown, and whether that has changed an answer.
    var showing = Showing.present, hasShownOtherwise = false
    /// The name of this run among runs with other contents, the same for the same seed and contents.
    let run: String
    /// The number of WebSockets that are open.
    var socketCount = 0
    /// The number of requests so far.
    private(set) var requestCount = 0

    /// The documents that a fault lets lists and answers have.
    enum Showing {
        case present
        /// Markers in the state before their last change.
        case previous
        /// Lists without every other element.
        case someOnly
        /// Lists of the markers of another session.
        case foreign
    }

    /// Opens the store, and creates it where there is none.
    init(_ options: SandboxOptions) throws(SandboxError) {
        do throws(DatabaseError) { store = try Store(options.dataFile) } catch {
            throw .store(file: options.dataFile ?? "memory", code: error.code.rawValue, error.message)
        }
        self.options = options
        do throws(Problem) {
            lastFormerEffect = try store.effects(after: store.effectCount - 1).last?.at
        } catch {
            throw .store(file: options.dataFile ?? "memory", code: "EFFECTS", error.message)
        }
        numbers = SeededNumbers(seed: options.seed ?? .random(in: .min ... .max))
        let (numbers, clock) = (numbers, options.clock)
        phone = options.phone.map { Phone($0, numbers, seed: options.seed, at: clock.elapsed()) }
        // FNV-1a, of what is there at first.
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in options.contents.lazy.flatMap(\.json) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        sum ^= UInt64(store.documentCount) << 32 ^ UInt64(store.effectCount)
        run = String(numbers.number(sum, of: 5), radix: 36)
        room = options.room?.open()
        do throws(Problem) { try store.load(options.contents) } catch {
            throw .store(file: options.dataFile ?? "memory", code: "CONTENTS", error.message)
        }
    }

    func has(_ variant: Variant) -> Bool { options.variants.contains(variant) }

    /// The time that locks, presence and tokens end by, in seconds.
    var now: Double { options.clock.elapsed() }

    /// The number of the next request.
    func nextRequest() -> Int {
        requestCount += 1
        return requestCount
    }
}
