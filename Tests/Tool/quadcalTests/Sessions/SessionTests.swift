import Foundation
import TestSupport
import Testing
import ToolCommands

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Sessions at a terminal")
struct SessionTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// Set to `rewrite`, replaces the files of the sessions by their results, to be reviewed with git diff.
    private static let rewrites = environment["QUADCAL_SESSIONS"] == "rewrite"

    @Test("show what their files say, and show and write the same again", arguments: Session.names)
    func golden(name: String) throws {
        let session = try Session(named: name)
        let run = try SessionRun(session)
        let steps = try run.steps()
        if Effort.current != .quick {
            let second = try SessionRun(session)
            #expect(try second.steps() == steps, "\(name): not the same twice")
            let (files, again) = (try run.files(), try second.files())
            let differing = Set(files.keys).union(again.keys).filter { files[$0] != again[$0] }
            #expect(differing.isEmpty, "\(name): not the same twice")
        }
        guard !Self.rewrites else {
            let file = Session.folder.appendingPathComponent(name)
            return try session.text(of: steps).write(to: file, atomically: true, encoding: .utf8)
        }
        for (step, expected) in zip(steps, session.steps) {
            #expect(
                step == expected, "\(name): QUADCAL_SESSIONS=rewrite updates the file if this is right")
        }
    }

    @Test("are never rewritten where nobody looks at them")
    func continuousIntegration() { #expect(!Self.rewrites || Self.environment["CI"] == nil) }

    @Test("are read as they are written")
    func files() throws {
        #expect(!Session.names.isEmpty)
        for name in Session.names {
            let session = try Session(named: name), text = try Dataset.read("sessions/\(name)")
            #expect(!session.steps.isEmpty && session.text(of: session.steps) == text, "\(name)")
        }
    }

    @Test("meet every situation of every command that it can come into")
    func coverage() throws {
        let coverage = SessionCoverage(try Session.names.map(Session.init))
        #expect(coverage.gaps(of: Tool.commands.map(\.name)) == [])
        #expect(
            coverage.gaps(of: ["survey"]).count == Situation.allCases.count, "a new command needs them all")
    }

    @Test("see how a program ends, what is typed, and what a bar leaves")
    func terminal() throws {
        let session = Session(
            "made up",
            #"""
            Words.

            $ read -p 'Go on? ' answer; \
              echo "[$answer]"
            > at "on? " type yes
            Go on? yes
            [yes]
            [exit 0]
            $ printf '50 %%\r\033[Kdone'; exit 7
            done[exit 7]
            $ echo waiting; exec sleep 100
            > at "waiting" press Ctrl-C
            waiting
            ^C[exit 130]
            $ test -t 0 && stty size && printf '\033[31m'
            40 110
            ␛[31m[exit 0]
            $ echo expected
            other
            [exit 0]

            """#)
        let steps = try SessionRun(session).steps()
        #expect(Array(steps.dropLast()) == Array(session.steps.dropLast()))
        #expect(steps.last != session.steps.last)
        #expect(session.text(of: steps).hasSuffix("$ echo expected\nexpected\n[exit 0]\n"))
    }
}
