import Foundation

/// Processor time of the calling thread, which other programs on the machine do not lengthen as they do the wall's.
enum ThreadClock {
    /// Nanoseconds this thread has run.
    static var nanoseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Nanoseconds the work takes.
    @inline(never)
    static func time(_ work: () throws -> Void) rethrows -> Double {
        let start = nanoseconds
        try work()
        return nanoseconds - start
    }
}

/// The processor time of all threads.
enum ProcessClock {
    static var nanoseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

extension [Double] {
    /// The middle value; the lower of two.
    var median: Double { isEmpty ? .nan : sorted()[(count - 1) / 2] }
}
