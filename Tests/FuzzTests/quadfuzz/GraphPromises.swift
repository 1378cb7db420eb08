import FrameGraph
import FrameGraphFiles
import QuadGeometry

/// The promises about a graph of frames in a file, whoever wrote that.
enum GraphPromises {
    /// A file of g2o.
    static func g2o(_ bytes: [UInt8]) {
        do throws(PoseTextError) {
            let file = try G2OFile(reading: bytes)
            let graph = try file.graph()
            promise(file.normalized <= G2OFile.quaternionLimit, "quaternions are nearly units")
            promise((try? G2OFile(reading: file.bytes))?.bytes == file.bytes, "what is written is read back")
            answers(graph)
        } catch {
            promise(!error.code.isEmpty && !error.remedy.isEmpty, "a refusal has a code and a way out")
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            promise((1...lines).contains(error.line), "line \(error.line) is in the input")
        }
    }

    /// A trajectory.
    static func tum(_ bytes: [UInt8]) {
        do throws(PoseTextError) {
            let file = try TUMFile(reading: bytes)
            promise(file.normalized <= G2OFile.quaternionLimit, "quaternions are nearly units")
            promise((try? TUMFile(reading: file.bytes)) == file, "what is written is read back")
            promise(file.poses.count == file.rows.count, "every row has a name of its own")
            promise(file.rows.allSatisfy { TUMFile.name(of: $0.name) == $0.name }, "a name is its own name")
            promise((try? file.graph())?.frames.count == file.rows.count, "every row is a frame")
        } catch {
            promise(!error.code.isEmpty && !error.remedy.isEmpty, "a refusal has a code and a way out")
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            promise((1...lines).contains(error.line), "line \(error.line) is in the input")
        }
    }

    /// A document.
    static func json(_ bytes: [UInt8]) {
        do throws(GraphFileError) {
            let file = try GraphFile(reading: bytes)
            let again = try GraphFile(reading: file.bytes)
            promise(again.bytes == file.bytes && again.graph == file.graph, "what is written is read back")
            promise(file.held.allSatisfy { file.poses[$0] != nil }, "what is held has a pose")
            answers(file.graph)
        } catch {
            promise(!error.code.isEmpty && !error.remedy.isEmpty, "a refusal has a code and a way out")
            promise(
                DocumentPromises.isWithin(line: error.line, column: error.column, bytes),
                "\(error) is in the input")
        }
    }

    /// Graphs of more frames take longer than an input should.
    private static let mostFrames = 40

    /// Closures and solutions are finite, or refused.
    private static func answers(_ graph: PoseGraph) {
        guard graph.frames.count <= mostFrames, graph.edges.count <= mostFrames else { return }
        let report = ClosureReport(graph)
        promise(report.closures.allSatisfy { !$0.turn.isNaN && !$0.shift.isNaN }, "closures are numbers")
        promise(
            report.closures.allSatisfy { (0...1).contains($0.probability) },
            "probabilities are within 0 and 1")
        promise(Set(report.suspects).isDisjoint(with: report.unchecked), "no edge is both")
        do throws(PoseGraphError) {
            for solution in try graph.solve() {
                promise(solution.cost.isFinite && solution.cost >= 0, "costs are finite")
                promise(solution.poses.allSatisfy { $0.translation.isFinite }, "poses are finite")
            }
        } catch { promise(!error.code.isEmpty, "a refusal has a code") }
    }
}
