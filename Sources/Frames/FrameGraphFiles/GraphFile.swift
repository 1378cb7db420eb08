public import FrameGraph
public import QuadGeometry
internal import StrictJSON

/// A graph of frames in the form `quadcal.graph/1`: JSON with frames, edges and their covariances.
///
/// Numbers are written as short as they can be read back, and frames and edges in the graph's order, so that reading and writing
/// give the same bytes again. `quadcal schema graph` prints the schema.
public struct GraphFile: Hashable, Sendable {
    public let graph: PoseGraph
    /// The poses that the file states, by frame.
    public let poses: [String: RigidTransform]
    /// The frames that are held at their poses.
    public let held: Set<String>
    /// The largest amount by which a rotation's columns were not of length one and at right angles, and were corrected.
    public let corrected: Double

    /// The name and version of the form.
    package static let schemaName = GraphDocument.schemaName

    /// The file of a graph, and of poses where they are known.
    public init(_ graph: PoseGraph, poses: [String: RigidTransform] = [:], held: Set<String> = []) {
        (self.graph, self.poses, self.held, corrected) = (graph, poses, held, 0)
    }

    public init(reading bytes: [UInt8]) throws(GraphFileError) {
        let json: JSONValue, document: GraphDocument
        do throws(JSONError) {
            json = try JSONValue(bytes, options: GraphFile.limits)
            try GraphFile.requireSchema(json)
            document = try GraphDocument(json)
        } catch { throw GraphFileError(error) }
        var reader = DocumentReader(json: json)
        var poses: [String: RigidTransform] = [:], held: Set<String> = [], names: Set<String> = []
        for (place, frame) in document.frames.enumerated() {
            let pointer = "/frames/\(place)"
            guard names.insert(frame.name).inserted else {
                throw reader.error(.duplicateFrame(frame.name), at: pointer + "/name")
            }
            if let columns = frame.columns {
                poses[frame.name] = try reader.motion(columns, at: pointer + "/columns")
            }
            guard frame.isHeld == true else { continue }
            guard frame.columns != nil else {
                throw reader.error(.heldWithoutPose(frame.name), at: pointer + "/held")
            }
            held.insert(frame.name)
        }
        guard document.edges.count <= PoseGraph.mostEdges else {
            throw reader.error(.graph(.tooManyEdges(limit: PoseGraph.mostEdges)), at: "/edges")
        }
        var edges: [PoseEdge] = []
        for (place, edge) in document.edges.enumerated() {
            edges.append(try reader.edge(edge, among: names, at: "/edges/\(place)"))
        }
        do throws(PoseGraphError) { graph = try PoseGraph(edges, frames: document.frames.map(\.name)) } catch
        {
            throw reader.error(.graph(error), at: reader.pointer(of: error, document))
        }
        (self.poses, self.held, corrected) = (poses, held, reader.corrected)
    }

    /// A million edges have 42 numbers and names each.
    private static let limits = JSONOptions(size: 1 << 30, values: 1 << 26)

    /// The file as text.
    public var bytes: [UInt8] {
        GraphDocument(graph, poses: poses, held: held).document(openDepth: 2)
    }

    private static func requireSchema(_ json: JSONValue) throws(JSONError) {
        guard json.kind == .object else { throw json.error(.wrongType) }
        guard let schema = json["schema"] else {
            var error = json.error(.missingMember)
            (error.pointer, error.found) = ("/schema", .end)
            throw error
        }
        guard schema.string == schemaName else { throw schema.error(.unknownWord) }
    }
}

/// The meaning of a document's members, with the place of whatever is refused.
private struct DocumentReader {
    let json: JSONValue
    var corrected = 0.0

    func error(_ reason: GraphFileError.Reason, at pointer: String) -> GraphFileError {
        let place = json.deepest(on: pointer).error(.wrongType)
        return GraphFileError(reason, at: pointer, line: place.line, column: place.column)
    }

    mutating func motion(_ columns: [Double], at pointer: String) throws(GraphFileError) -> RigidTransform {
        guard columns.count == 16 else {
            throw error(.wrongCount(found: columns.count, needed: 16), at: pointer)
        }
        let nearest: NearestTransform
        do throws(MatrixError) { nearest = try NearestTransform(columnMajor: columns) } catch {
            throw self.error(.matrix(error), at: pointer)
        }
        corrected = Double.maximum(corrected, nearest.correction)
        let far = nearest.transform.translation.largestMagnitude
        guard far <= PoseGraph.largestTranslation else { throw error(.outOfRange(metres: far), at: pointer) }
        return nearest.transform
    }

    mutating func edge(
        _ edge: GraphDocument.Edge, among names: Set<String>, at pointer: String
    ) throws(GraphFileError) -> PoseEdge {
        for (name, member) in [(edge.from, "/from"), (edge.to, "/to")] where !names.contains(name) {
            throw error(.noFrame(name), at: pointer + member)
        }
        guard edge.from != edge.to else {
            throw error(.graph(.selfEdge(frame: edge.from)), at: pointer + "/to")
        }
        let motion = try motion(edge.columns, at: pointer + "/columns")
        guard edge.covariance.count == 21 else {
            throw error(.wrongCount(found: edge.covariance.count, needed: 21), at: pointer + "/covariance")
        }
        do throws(CovarianceError) {
            return PoseEdge(
                from: edge.from, to: edge.to, motion: motion,
                covariance: try EdgeCovariance(upperTriangle: edge.covariance), label: edge.source ?? "",
                time: edge.time)
        } catch { throw self.error(.covariance(error), at: pointer + "/covariance") }
    }

    /// The place of what a graph refuses: names are all that is not looked at before.
    func pointer(of error: PoseGraphError, _ document: GraphDocument) -> String {
        guard case .badName(let name) = error,
            let place = document.frames.firstIndex(where: { $0.name == name })
        else { return "/edges" }
        return "/frames/\(place)/name"
    }
}
