import RigidCalibration

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The libraries that this process has loaded, or loads once it needs them, as far as they say what they are.
enum LoadedLibraries {
    /// Names, and what each library says of itself.
    static var facts: [(name: String, text: String)] {
        let all: [(name: String, function: String, file: String?)] = [
            ("BLAS and LAPACK", "openblas_get_config", RigidSolver.lapackLibrary),
            ("libcurl", "curl_version", "libcurl.so.4"), ("SQLite", "sqlite3_libversion", nil),
        ]
        return all.map { name, function, file in (name, text(from: function, in: file) ?? "not loaded") }
    }

    /// Calls a function that takes nothing and returns a text; of this file, or of what is loaded.
    private static func text(from function: String, in file: String?) -> String? {
        typealias Said = @convention(c) () -> UnsafePointer<CChar>?
        guard let address = dlsym(dlopen(file, RTLD_NOW), function) else { return nil }
        return unsafeBitCast(address, to: Said.self)().map { String(cString: $0) }
    }
}
