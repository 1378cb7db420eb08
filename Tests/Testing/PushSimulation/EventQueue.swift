/// Something that happens at a time of the simulation.
struct Event {
    enum Kind: UInt8 {
        /// A request reaches the server, which acts on it.
        case execution
        /// An answer, or the lack of one, reaches the client.
        case answer
        /// A pause is over.
        case sending
        /// Somebody else changes something.
        case edit
    }

    /// The time in microseconds.
    let time: Int64
    let kind: Kind
    let item: Int32
    /// The request it belongs to, if any.
    let request: Int32
}

/// Events by time; simultaneous ones in the order they were added, so that runs repeat exactly.
struct EventQueue {
    private var heap: [(event: Event, order: Int64)] = []
    private var added: Int64 = 0

    var isEmpty: Bool { heap.isEmpty }

    mutating func add(_ event: Event) {
        added += 1
        heap.append((event, added))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard precedes(child, parent) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func next() -> Event? {
        guard let first = heap.first?.event else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in (2 * parent + 1)..<(2 * parent + 3) where child < heap.count {
                if precedes(child, least) { least = child }
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (heap[a], heap[b])
        return x.event.time != y.event.time ? x.event.time < y.event.time : x.order < y.order
    }
}
