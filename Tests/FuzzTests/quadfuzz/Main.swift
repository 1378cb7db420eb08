import CFuzzer

/// Runs libFuzzer on one of the package's readers: `quadfuzz READER [libFuzzer's options] FOLDER…`.
@main
enum Quadfuzz {
    /// The reader under test; set once, before the fuzzer starts.
    nonisolated(unsafe) private static var target = FuzzTarget.all[0]

    static func main() {
        let names = FuzzTarget.all.map(\.name)
        guard CommandLine.arguments.count > 1,
            let chosen = (FuzzTarget.all + FuzzTarget.planted).first(where: {
                $0.name == CommandLine.arguments[1]
            })
        else { return print(names.joined(separator: "\n")) }
        target = chosen
        // libFuzzer gets the rest.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        arguments?[1] = arguments?[0]
        arguments = arguments?.advanced(by: 1)
        _ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            Quadfuzz.target.check(Array(UnsafeBufferPointer(start: start, count: count)))
            return 0
        }
    }
}
