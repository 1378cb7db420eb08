import Foundation
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal ui OLD NEW`.
    static let ui = Command(
        "ui", "open two scans in a page, to see them, pair them and fit them",
        operands: "[OLD NEW | FILE]",
        notes: """
            Writes one page with the files in it and opens it in the browser. OLD and NEW are markers (JSON, NDJSON or
            CSV) of two scans of a place; FILE is one scan, or pairs, a saved fit, a plan or a job; the page takes others
            that are dropped on it. It shows both scans on top of each other, pairs markers by label, by geometry or by
            hand, and shows what changes when a pair goes; and it shows the command line that gives the same motion, to
            the last bit. It asks no network for anything, and nothing leaves the machine.

            The page without files comes with every archive, as share/quadcal/workbench.html; QUADCAL_PAGE names it
            where it is elsewhere.

            Exit codes: 0 success, 2 usage error, 3 a file cannot be read or written.
            """,
        settings: UIOptions(), options: UIOptions.groups,
        examples: [
            ("quadcal ui old.json new.json", "both scans in the browser"),
            ("quadcal ui --no-open --out hall.html old.json new.json", "the page in a file, to be sent"),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            let page = try Workbench(holding: files)
            let path = if let page = options.page { page } else { try Workbench.temporaryFile() }
            // One of the page's own is there already, and is nobody else's to read.
            try OutputFile.write(
                page.bytes, to: path, replaces: options.page == nil || options.replacesFile, for: "--out")
            try streams.print(path + "\n")
            try streams.flush()
            if options.opens, let problem = Browser.open(path), options.loudness != .quiet {
                streams.advise("\(visible(path)): \(problem); open it in a browser")
            }
            return .good
        })
}

struct UIOptions: Sendable {
    /// The file for the page; one of its own by default.
    var page: String?
    var opens = true
    var replacesFile = false
    var loudness = Loudness.normal

    static let groups = [
        OptionGroup(
            heading: "output",
            options: [
                Option<UIOptions>(file: "--out", "PAGE.html", to: "write", "write the page to this file") {
                    $0.page = $1
                },
                Option<UIOptions>(switch: "--no-open", "write it only, and open no browser") {
                    $0.opens = false
                },
                Option<UIOptions>(switch: "--force", "let --out replace a file") { $0.replacesFile = true },
                Option<UIOptions>(switch: "--quiet", "print only problems and the name of the page") {
                    $0.loudness = .quiet
                },
            ])
    ]

    func requireSense(for files: [String]) throws(Failure) {
        if files.count > 2 { throw .unwantedOperand(files[2], command: "ui") }
        guard files.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        if let page { try OutputFile.requireFree([("--out", page)], replaces: replacesFile) }
    }
}

/// The browser of whoever sits at this machine.
enum Browser {
    #if os(Linux)
    private static let opener = "xdg-open"
    #else
    private static let opener = "open"
    #endif
    /// So long its answer is waited for, in steps of a hundredth of a second: some openers stay until the browser is closed.
    private static let patience = 300

    /// Opens a file; returns why it cannot be, `nil` if all seems well.
    static func open(_ file: String) -> String? {
        #if os(Linux)
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else {
            return "there is no screen"
        }
        #endif
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let path = URL(fileURLWithPath: file).path
        var words: [UnsafeMutablePointer<CChar>?] = [opener, path].map { (word: String) in strdup(word) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var child = pid_t()
        let problem = posix_spawnp(&child, opener, &actions, nil, &words, environ)
        guard problem == 0 else { return "\(opener) cannot be run (\(String(cString: strerror(problem))))" }
        var status: Int32 = 0
        for _ in 0..<patience {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status == 0 ? nil : "\(opener) found no browser" }
            if ended < 0, errno != EINTR { return nil }
            usleep(10_000)
        }
        return nil
    }
}
