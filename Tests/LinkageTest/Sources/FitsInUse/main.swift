import Glibc
import RigidCalibration

// Ten thousand fits beside nothing else, to see that they start no thread, give none of OpenBLAS's work, and change no
// state of the process. OpenBLAS itself makes a thread for each processor but one when it is loaded, which the first fit
// would do and this program does before it; they look out for work for some milliseconds and then sleep, which is
// waited for.

/// A function of LAPACKE or of the BLAS under it, which are loaded when this is called first.
func lapack(_ function: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen("liblapacke.so.3", RTLD_NOW | RTLD_LOCAL), function)
}

/// The process's threads.
func threads() -> [String] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
}

/// The nanoseconds that threads other than this one have run.
func othersTime() -> Int {
    func clock(_ id: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(id, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    return clock(CLOCK_PROCESS_CPUTIME_ID) - clock(CLOCK_THREAD_CPUTIME_ID)
}

/// The number of threads that OpenBLAS would use; nil if another BLAS takes its place.
func blasThreads() -> Int32? {
    typealias Count = @convention(c) () -> Int32
    return lapack("openblas_get_num_threads").map { unsafeBitCast($0, to: Count.self)() }
}

/// A product of matrices large enough that OpenBLAS gives its threads work, which the check must see.
func multiplyLargeMatrices() {
    typealias Product =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<Int32>, UnsafePointer<Int32>,
            UnsafePointer<Int32>,
            UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Int32>, UnsafePointer<Double>,
            UnsafePointer<Int32>, UnsafePointer<Double>, UnsafeMutablePointer<Double>, UnsafePointer<Int32>
        ) -> Void
    guard let symbol = lapack("dgemm_") else { return }
    let (size, one) = (Int32(1000), 1.0)
    let matrix = [Double](repeating: 1, count: 1_000_000)
    var product = matrix
    unsafeBitCast(symbol, to: Product.self)(
        "N", "N", [size], [size], [size], [one], matrix, [size], matrix, [size], [one], &product, [size])
}

/// All state that a library could change for the rest of the process.
func state() -> [String] {
    var variables: [String] = []
    var entry = environ
    while let variable = entry.pointee {
        variables.append(String(cString: variable))
        entry += 1
    }
    return ["\(fegetround()), \(blasThreads() ?? 0)", String(cString: setlocale(LC_ALL, nil))] + variables
}

let stateBefore = state()
let threadsBefore = threads()
var timeBefore = othersTime()
for _ in 0..<100 {
    usleep(50_000)
    let now = othersTime()
    if now == timeBefore { break }
    timeBefore = now
}
var sum = 0.0
for i in 0..<10_000 {
    let x = Double(i) * 1e-4
    let pairs = try Correspondences(
        sources: [[0, 0, 0], [3 + x, 0, 0], [0, 2, 0], [0, 0, 1]],
        targets: [[x, 0, 0], [x, 3, 0], [x - 2, 0, 0.1], [x, 0, 1]])
    for solver in RigidSolver.allCases { sum += try RigidFit(pairs, solver: solver).rms }
}
let fitting = othersTime() - timeBefore
let (threadsAfter, stateAfter) = (threads(), state())
multiplyLargeMatrices()
let multiplying = othersTime() - timeBefore - fitting
/// The two clocks are read one after the other.
func used(_ time: Int) -> String { time < 100_000 ? "idle" : "used" }
print("threads: \(threadsBefore.count) \(threadsBefore == threadsAfter ? "same" : "different")")
print("state: \(stateBefore == stateAfter ? "same" : "different")")
print("other threads in fits: \(used(fitting))")
print("other threads in a large product: \(used(multiplying))")
print("fits: \(sum > 0 ? "done" : "none")")
