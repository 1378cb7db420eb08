#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

package enum SystemClock {
    /// The date, in nanoseconds since the beginning of 1970.
    package static var date: Int64 { nanoseconds(CLOCK_REALTIME) }

    /// Seconds since an arbitrary moment; never goes back.
    package static var elapsed: Double { Double(nanoseconds(CLOCK_MONOTONIC)) * 1e-9 }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
