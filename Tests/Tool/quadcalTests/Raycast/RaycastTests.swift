import Foundation
import Markers
import Testing

@testable import QuadcalTool

@Suite("quadcal raycast")
struct RaycastTests {
    /// Squares of 1 m one behind the other, at z = 0, 2 and 4, and one that has no corner.
    private let room = ["room.csv": Rows.file(Rows.square, Rows.square, Rows.square, Rows.notANumber)]

    @Test("says which marker a ray meets first, and where, in metres whatever the length of its direction")
    func first() throws {
        for direction in ["0,0,-1", "0,0,-0.003", "0,0,-1e300", "0,0,-1e-300"] {
            let run = try Tool.run(
                ["raycast", "--origin", "0.25,0.75,9", "--direction", direction, "room.csv"], files: room)
            #expect(run.exit == 0)
            #expect(
                run.output == """
                      ray    at m               point      u      v  side          marker
                      ray  5.0000  (0.25, 0.75, 4.00)  0.250  0.250  back, placed  "c" (line 3)
                    1 of 1 ray hit one of 4 markers

                    """, "\(direction)")
            #expect(
                run.advice
                    == "quadcal: room.csv: 1 row has no corners that a ray could hit; see quadcal check\n"
            )
        }
    }

    @Test("lists every hit from near to far, or those of one side and within lengths")
    func all() throws {
        let ray = ["raycast", "--origin", "0.25,0.75,9", "--direction", "0,0,-2", "--quiet"]
        func markers(_ options: [String]) throws -> [String] {
            try Tool.run(ray + options + ["room.csv"], files: room).lines.dropFirst().dropLast()
                .map { line in
                    line.split(separator: "  ").last.map(String.init)?.trimmingCharacters(in: .whitespaces)
                        ?? ""
                }
        }
        #expect(try markers(["--all"]) == [#""c" (line 3)"#, #""b" (line 2)"#, #""a" (line 1)"#])
        let c2 = try markers(["--all", "--from-m", "5", "--to-m", "7"])
        #expect(c2.count == 2)
        #expect(try markers(["--all", "--from-m", "5.5", "--to-m", "7"]) == [#""b" (line 2)"#])
        let c3 = try markers(["--all", "--face", "back"])
        #expect(c3.count == 3)
        #expect(try markers(["--face", "front"]) == ["none"])
    }

    @Test("casts the rays of a file, in the order of the file")
    func file() throws {
        let rays = "id,ox,oy,oz,dx,dy,dz\nup,0,0,0,0,1,0\nin,0.5,0.4,1,0,0,-1\n"
        let run = try Tool.run(
            ["raycast", "--json", "--rays", "-", "room.csv"], input: rays, files: room)
        #expect(run.exit == 0)
        let document = try JSONValue(run.output)
        let found = document["rays"]?.elements ?? []
        #expect(found.compactMap { $0["id"]?.string } == ["up", "in"])
        #expect(found.map { $0["hits"]?.elements.count } == [0, 1])
        #expect(found[1]["hits"]?.elements.first?["marker"]?.string == "a")
        #expect(found[1]["hits"]?.elements.first?["distance"]?.double == 1)
    }

    @Test(
        "refuses what is no ray, and says why",
        arguments: [
            (
                ["room.csv"], 2,
                "--rays RAYS.csv (or --origin with --direction) is needed: they say which rays to cast"
            ),
            (
                ["--origin", "0,0,0", "room.csv"], 2,
                "--direction X,Y,Z is needed: it says where the ray goes"
            ),
            (
                ["--origin", "0,0,0", "--direction", "0,0,0", "none.csv"], 2,
                "--direction cannot be \"0,0,0\"; it takes three numbers, of which one is not zero"
            ),
            (
                ["--origin", "0,0,nan", "--direction", "0,0,1", "room.csv"], 2,
                "--origin cannot be \"0,0,nan\"; it takes three numbers, as in --origin 0,1.6,0"
            ),
            (
                ["--rays", "rays.csv", "room.csv"], 3,
                "rays.csv:3: the direction of \"b\" is 0,0,0, expected one that is not zero; correct it or remove the row"
            ),
            (
                ["--rays", "rays.csv", "--origin", "0,0,0", "room.csv"], 2,
                "--rays and --origin contradict each other; give one of them"
            ),
            (
                ["--rays", "rays.csv", "--from-m", "7", "--to-m", "5.5", "room.csv"], 2,
                "--to-m cannot be \"5.5\"; it takes no less than --from-m, which is 7"
            ),
        ])
    func refusal(_ arguments: [String], _ exit: Int32, _ advice: String) throws {
        var files = room
        files["rays.csv"] = "id,ox,oy,oz,dx,dy,dz\na,0,0,0,0,1,0\nb,0,0,0,0,0,0\n"
        let run = try Tool.run(["raycast"] + arguments, files: files)
        #expect(run.exit == exit)
        #expect(run.advice == "quadcal: \(advice)\n")
        #expect(run.output.isEmpty)
    }
}
