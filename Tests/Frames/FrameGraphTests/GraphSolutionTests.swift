import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("All edges together give one set of poses")
struct GraphSolutionTests {
    @Test("The loop's optimum is that of 40 digits")
    func loop() throws {
        let solution = try GoldenGraph.loop().solve(SolveOptions(root: "a"))[0]
        #expect(PoseGraphTests.isNear(solution.cost, 2.5046999053744))
        let goldens: [(String, Double, SIMD3<Double>, [Double])] = [
            (
                "b", 0.69536279892682, SIMD3(1.9976806842551, 0, 0.99976362923403),
                [4.83369538, 4.84196348, 4.13025425]
            ),
            (
                "c", -0.61243232583124, SIMD3(5.1986815995028, 0, 4.8386338588463),
                [4.76599396, 14.9267479, 14.4346018]
            ),
        ]
        for (frame, yaw, shift, deviations) in goldens {
            let pose = try solution.pose(of: frame)
            #expect((pose.translation - shift).length < PoseGraphTests.rounding)
            #expect((pose.rotation.rotationVector.y - yaw).magnitude < PoseGraphTests.rounding)
            let rows = try #require(try solution.covariance(of: frame)).rows
            for (place, deviation) in deviations.enumerated() {
                // They are given to 9 digits.
                let own = rows[7 * (place + 3)].squareRoot() * 1000
                #expect((own / deviation - 1).magnitude < 10 * PoseGraphTests.given)
            }
        }
    }

    @Test(
        "A ring shares its miss by the certainty of its turns",
        arguments: [
            (1e-12, 16.0, 0.013753968, 10.0),
            (0.2 * GoldenGraph.degree, 14.2622022425, 0.026840492, 8.9138793),
        ])
    func ring(turn: Double, cost: Double, probability: Double, share: Double) throws {
        let solution = try GoldenGraph.ring(turn: turn).solve(SolveOptions(root: "0"))[0]
        #expect(PoseGraphTests.isNear(solution.cost, cost))
        // The probability is given to 8 digits, the share to 8 and of the first edge.
        #expect((try #require(solution.probability) / probability - 1).magnitude < 100 * PoseGraphTests.given)
        #expect(
            (solution.edges[0].residual.translation.length * 1000 / share - 1).magnitude < 10
                * PoseGraphTests.given)
        // Leverages add up to the numbers that are free.
        let leverage = solution.edges.reduce(0) { $0 + $1.leverage }
        #expect(PoseGraphTests.isNear(leverage, 18))
    }

    @Test("A common motion of all held frames moves the solution with it", arguments: Seeds.few)
    func commonMotion(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let graph = try PoseGraph(GoldenGraph.random(frames: 10, edges: 25, using: &generator).edges)
        let moved = GoldenGraph.yaw(70, SIMD3(3, -2, 8))
        let one = try graph.solve(SolveOptions(root: "0"))[0]
        let other = try graph.solve(SolveOptions(held: ["0": moved]))[0]
        for (here, there) in zip(one.poses, other.poses) {
            let difference = ((moved * here).inverted() * there).twist
            #expect(difference.translation.length < 100 * PoseGraphTests.rounding)
            #expect(difference.rotation.length < 100 * PoseGraphTests.rounding)
        }
        #expect(PoseGraphTests.isNear(one.cost, other.cost))
    }

    @Test("An edge said the other way around changes nothing but rounding", arguments: Seeds.few)
    func reversed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let edges = try GoldenGraph.random(frames: 10, edges: 25, using: &generator).edges
        let one = try PoseGraph(edges).solve(SolveOptions(root: "0"))[0]
        let other = try PoseGraph(edges.map(\.reversed)).solve(SolveOptions(root: "0"))[0]
        for (here, there) in zip(one.poses, other.poses) {
            // Z exp(x) and exp(-x) Z⁻¹ carry the same twist, so the optimum is the same one.
            #expect((here.translation - there.translation).length < 100 * PoseGraphTests.rounding)
        }
    }

    /// Uniform and two-sided exponential errors of the same variance as the normal ones that are assumed.
    @Test("Errors are as large as said, whatever their law", arguments: ["normal", "uniform", "exponential"])
    func coverage(law: String) throws {
        let graphs = Effort.count(1000, quick: 150)
        var squares = 0.0, cost = 0.0
        for sample in 0..<graphs {
            var generator = SeededGenerator(seed: Seeds.first, sample: sample)
            let (poses, edges) = try GoldenGraph.random(frames: 8, edges: 24, using: &generator) { random in
                let uniform = Double.random(in: -1..<1, using: &random)
                switch law {
                case "uniform": return uniform * 3.0.squareRoot()
                // A product of a normal deviate and a factor of mean square 1 has heavier tails.
                case "exponential":
                    return Double.normal(using: &random) * (uniform > 0 ? 0.5 : 1.75.squareRoot())
                default: return Double.normal(using: &random)
                }
            }
            let solution = try PoseGraph(edges).solve(SolveOptions(root: "0"))[0]
            cost += solution.cost / Double(solution.freedom) / Double(graphs)
            for frame in 1..<8 {
                let miss = (try solution.pose(of: "\(frame)").inverted() * poses[frame]).twist
                let covariance = try #require(try solution.covariance(of: "\(frame)"))
                squares += try #require(covariance.squaredDistance(miss)) / Double(7 * graphs)
            }
        }
        // Five deviations of the mean of as many squared distances, which are alike within a graph.
        let slack = 5 * (12 / Double(graphs)).squareRoot() / 6
        #expect((squares / 6 - 1).magnitude < slack)
        #expect((cost - 1).magnitude < slack)
    }

    @Test("A robust solution sets the wrong edge aside and keeps the others")
    func robust() throws {
        var generator = SeededGenerator(seed: Seeds.first)
        var (poses, edges) = try GoldenGraph.random(frames: 10, edges: 30, using: &generator)
        let miss = edges[17].motion * GoldenGraph.yaw(5, SIMD3(0.3, 0, 0))
        edges[17] = try GoldenGraph.edge(edges[17].from, edges[17].to, miss)
        let graph = try PoseGraph(edges)
        let solution = try graph.solve(SolveOptions(root: "0", isRobust: true))[0]
        #expect(solution.setAside.map { graph.edges[$0.place] } == [edges[17]])
        let worst = zip(try (0..<10).map { try solution.pose(of: "\($0)") }, poses).map {
            ($0.translation - $1.translation).length
        }.max()
        // A tenth of what the wrong edge is off.
        #expect(try #require(worst) < 0.1)
    }

    @Test("Weights so different that digits are lost are refused with the digits")
    func conditioning() throws {
        let sure = try EdgeCovariance(turn: 1e-6, shift: 1e-6),
            unsure = try EdgeCovariance(turn: 1e2, shift: 1e2)
        let graph = try PoseGraph([
            PoseEdge(from: "a", to: "b", motion: GoldenGraph.ab, covariance: unsure),
            PoseEdge(from: "b", to: "c", motion: GoldenGraph.bc, covariance: sure),
        ])
        #expect {
            try graph.solve(SolveOptions(root: "a"))
        } throws: { error in
            guard case .illConditioned(let digits, let needed)? = error as? PoseGraphError else {
                return false
            }
            return digits < needed
        }
    }

    @Test("A prior pulls by its weight")
    func prior() throws {
        let tight = try EdgeCovariance(turn: 1e-6, shift: 1e-6)
        let place = GoldenGraph.yaw(41, SIMD3(2.01, 0, 1))
        let graph = try PoseGraph([GoldenGraph.edge("a", "b", GoldenGraph.ab)])
        let prior = FramePrior(frame: "b", pose: place, covariance: tight)
        let solution = try graph.solve(SolveOptions(root: "a", priors: [prior]))[0]
        #expect(solution.freedom == 6)
        #expect((try solution.pose(of: "b").translation - place.translation).length < 1e-6)
    }
}
