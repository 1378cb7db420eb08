import Foundation
import TestSupport
import Testing
import ToolCommands

@testable import CheckReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Completions and the manual page")
struct CompletionTests {
    @Test(
        "of bash are the words that fit where the cursor is",
        arguments: [
            (["quadcal", "re"], ["recalibrate", "report", "rebase", "relay"]),
            (["quadcal", "check", "--pro"], ["--profile"]),
            (["quadcal", "check", "--profile", ""], ["app", "strict"]),
            (["quadcal", "check", "--profile", "s"], ["strict"]),
            (["quadcal", "fit", "--model", "t"], ["translation"]),
            (["quadcal", "check", "--fix", "ro"], ["room one.csv"]),
            (["quadcal", "check", "ro"], ["room one.csv"]),
            (["quadcal", "help", "ver"], ["version"]),
            (["quadcal", "schema", "check-"], ["check-line"]),
            (["quadcal", "check", "--snap-mm", ""], []),
        ])
    func bash(_ words: [String], _ expected: [String]) throws {
        let script = """
            source <("$0" completions bash)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _quadcal
            [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try shell("bash", ["-c", script, Tool.executable.path] + words)
        #expect(output.split(separator: "\n").map(String.init) == expected)
    }

    @Test("of zsh are read without complaint and define what zsh calls")
    func zsh() throws {
        let script = """
            autoload -Uz compinit && compinit -D -u
            _arguments() { print -r -- ${(F)@} }
            words=(quadcal check) CURRENT=3
            source <("$0" completions zsh)
            """
        let output = try shell("zsh", ["-f", "-c", script, Tool.executable.path])
        for option in CheckOptions.groups.flatMap(\.help.options) {
            #expect(output.contains("*\(option.flag)["), "\(option.flag)")
        }
        #expect(output.contains("*--profile[the limits to start from (app)]:app|strict:(app strict)"))
    }

    @Test(
        "of fish are the words that fit where the cursor is",
        arguments: [
            ("quadcal re", ["recalibrate", "report", "rebase", "relay"]),
            ("quadcal check --pro", ["--profile"]),
            ("quadcal check --profile ", ["app", "strict"]),
            ("quadcal fit --model t", ["translation"]),
            ("quadcal graph --fr", ["--from"]),
            ("quadcal check --fix ro", ["room one.csv"]),
            ("quadcal check ro", ["room one.csv"]),
            ("quadcal help ver", ["version"]),
            ("quadcal schema check-", ["check-line"]),
            ("quadcal check --snap-mm ", []),
        ])
    func fish(_ line: String, _ expected: [String]) throws {
        let script = "$argv[1] completions fish | source; complete -C $argv[2]"
        let output = try shell("fish", ["-N", "-c", script, Tool.executable.path, line])
        // Each line is a word, and its help after a tab.
        let words = output.split(separator: "\n").map {
            String($0.split(separator: "\t")[0].replacing("\\", with: ""))
        }
        #expect(words.sorted() == expected.sorted())
    }

    @Test("of an unknown shell are refused")
    func unknown() throws {
        let run = try Tool.run(["completions", "zhs"])
        #expect(run.exit == 2)
        #expect(
            run.advice
                == "quadcal: there are no completions for \"zhs\"; did you mean zsh? bash, zsh and fish are supported\n"
        )
    }

    @Test("the manual page has every command with every option, and nothing its reader complains about")
    func manual() throws {
        let run = try Tool.run(["help", "--man"])
        #expect(run.exit == 0)
        let folder = try Folder()
        try folder.write(run.output, to: "quadcal.1")
        let complaints = try shell("mandoc", ["-T", "lint", "-W", "warning", "quadcal.1"], in: folder)
            // A date would make another page of the same version.
            .split(separator: "\n").filter { !$0.contains("missing date") }
        #expect(complaints == [])
        let text = try shell("mandoc", ["-T", "ascii", "quadcal.1"], in: folder)
            .replacing(#/.\x08/#, with: "")
        for command in Tool.commands {
            #expect(text.contains("quadcal \(command.name)"))
            for option in command.options.flatMap(\.options) { #expect(text.contains(option.flag)) }
        }
    }

    /// The output of a program on both streams.
    private func shell(_ program: String, _ arguments: [String], in folder: Folder? = nil) throws -> String {
        let folder = try folder ?? Folder()
        try folder.write("", to: "room one.csv")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder.url
        let output = try folder.handle(for: ".output")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        try #require(
            process.terminationStatus != 127, "no \(program): scripts/setup/bootstrap installs it")
        return try folder.read(".output")
    }
}
