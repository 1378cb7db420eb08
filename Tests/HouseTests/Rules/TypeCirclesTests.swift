import Testing

@Suite("Types of one module")
struct TypeCirclesTests {
    private static func source(_ path: String, _ text: String) -> SwiftSource {
        SwiftSource(path: path, bytes: Array(text.utf8))
    }

    @Test("name each other in one direction")
    func tree() throws {
        let sources = try SwiftSource.all.get().filter { $0.path.hasPrefix("Sources/") }
        #expect(sources.count > 100)
        TypeCircles.breaches(in: sources).expectNone()
    }

    @Test("are found where they name each other in a circle, with the lines that do")
    func circle() {
        let sources = [
            Self.source("Sources/R/M/A.swift", "struct A {}\nextension A { var b: B { B() } }"),
            Self.source("Sources/R/M/Deep/B.swift", "struct B {\n let c: C // A\n}"),
            Self.source("Sources/R/M/C.swift", "enum C { static let text = \"\\(A())\" }"),
            Self.source("Sources/R/M/D.swift", "let a = A(), b = B()\nprivate struct E {}"),
            Self.source("Sources/R/M/E.swift", "struct E { let text = \"A\" }"),
            Self.source("Sources/R/N/A.swift", "struct F { let d: D }"),
        ]
        let circle = "in a circle of A, B, C"
        let arrows = [
            Breach("Sources/R/M/A.swift", 2, "names B of B, \(circle)"),
            Breach("Sources/R/M/Deep/B.swift", 2, "names C of C, \(circle)"),
            Breach("Sources/R/M/C.swift", 1, "names A of A, \(circle)"),
        ]
        #expect(TypeCircles.breaches(in: sources, but: []) == arrows)
        let exception = TypeCircles.Exception(from: "C", to: "A", reason: "made up")
        #expect(TypeCircles.breaches(in: sources, but: [exception]) == [])
    }

    @Test("have exceptions with a reason, of which none is idle")
    func exceptions() throws {
        let sources = try SwiftSource.all.get().filter { $0.path.hasPrefix("Sources/") }
        for (place, exception) in TypeCircles.exceptions.enumerated() {
            var others = TypeCircles.exceptions
            others.remove(at: place)
            #expect(!exception.reason.isEmpty && TypeCircles.breaches(in: sources, but: others) != [])
        }
    }

    @Test("are looked for in a module each, of which the kernels are several")
    func modules() {
        #expect(
            TypeCircles.module(of: "Sources/Core/Markers/Plan/PlanRequest.swift") == "Sources/Core/Markers")
        #expect(TypeCircles.module(of: "Sources/Core/Kernels/V3/Lanes.swift") == "Sources/Core/Kernels/V3")
    }

    @Test("lead in circles as the arrows of a graph do")
    func graph() {
        var graph = Graph(count: 7)
        graph.arrows = [[1], [2], [0, 3], [4], [3, 4, 5], [], [6, 0]]
        #expect(graph.circles() == [[0, 1, 2], [3, 4]])
    }
}
