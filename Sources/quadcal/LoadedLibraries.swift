#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The libraries that this process has loaded, as far as they say what they are.
enum LoadedLibraries {
    /// Names, and what each library says of itself.
    static var facts: [(name: String, text: String)] {
        let all = [
            ("BLAS and LAPACK", "openblas_get_config"), ("libcurl", "curl_version"),
            ("SQLite", "sqlite3_libversion"),
        ]
        return all.map { name, function in (name, text(from: function) ?? "not loaded") }
    }

    /// What a function says that takes nothing and returns a text.
    private static func text(from function: String) -> String? {
        typealias Said = @convention(c) () -> UnsafePointer<CChar>?
        guard let address = dlsym(dlopen(nil, RTLD_NOW), function) else { return nil }
        return unsafeBitCast(address, to: Said.self)().map { String(cString: $0) }
    }
}
