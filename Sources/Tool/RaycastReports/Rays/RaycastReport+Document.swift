import CheckReports
import MarkerTables
import Markers
package import QuadGeometry
package import StrictJSON
package import ToolTerminal

extension SchemaDocument {
    package static let raycast = SchemaDocument(
        name: "raycast", about: "what quadcal raycast --json prints", schema: RaycastReport.schema)
}

extension RaycastReport: RunDocument {
    package static let members: [DocumentMember<RaycastReport>] =
        .head("quadcal.raycast/1", verdict: "Always pass: a ray may meet nothing.") + [
            .always(
                "inputs", \.inputs, "The files that were read.",
                schema: .array(FileRecord.schema(roles: ["rays", "markers"]))),
            .object("options", "The options in effect.", asked),
            .always("rays", \.rays, "Every ray, in the order of its file."),
        ]

    private static let asked: [DocumentMember<RaycastReport>] = [
        .always("coordinates", \.options.markers.coordinates, "Which corners of markers were used."),
        .always("from", \.options.start, "The smallest distance considered."),
        .always("to", \.end, "The largest distance considered; null for no limit."),
        .always("face", \.options.face, "The only side considered; null for both."),
        .always("all", \.options.wantsAll, "Whether every hit is listed, or only the first."),
        .constant("lengths", "m", "The unit of all lengths in this document."),
    ]

    package var verdict: Verdict { .pass }
    package var exitCode: ExitCode { .good }

    private var inputs: [FileRecord] {
        let rays = rayFile.map { FileRecord(role: "rays", file: $0.file, sha256: $0.text.sha256) }
        return [rays].compactMap { $0 }
            + files.map { FileRecord(role: "markers", file: $0.name, sha256: $0.sha256) }
    }

    private var end: Double? { options.end.isFinite ? options.end : nil }
}

extension CastRay: WrittenObject {
    package static let members: [DocumentMember<CastRay>] = [
        .always("id", \.line.id, "The id of the ray."),
        .always("line", \.lineInFile, "The line of the ray's file, from 1; null without a file."),
        .always("hits", \.hits, "The markers that it meets, the nearest first."),
    ]

    private var lineInFile: Int? { line.line > 0 ? line.line : nil }
}

extension MarkerHit: WrittenObject {
    package static let members: [DocumentMember<MarkerHit>] = [
        .always("file", \.marker.file, "The file of the marker."),
        .always("markerLine", \.marker.line, "The line on which it begins, from 1."),
        .always("pointer", \.pointer, "The JSON pointer to it; null in CSV."),
        .always("marker", \.marker.id, "The id of the marker."),
        .always("label", \.marker.label, "The label of the marker."),
        .always("distance", \.distance, "The distance from the ray's origin."),
        .always("point", \.point, "The point where the ray meets the marker."),
        .always("u", \.u, "From the side p1 p4 (0) to p2 p3 (1)."),
        .always("v", \.v, "From the side p1 p2 (0) to p4 p3 (1)."),
        .always("side", \.face, "The side of the marker that the ray meets."),
    ]

    private var pointer: String? { marker.isInJSON ? marker.pointer : nil }
}

extension QuadFace: DocumentWord {
    package static var allCases: [QuadFace] { [.front, .back] }

    /// The side in a word.
    package var word: String {
        switch self {
        case .front: "front"
        case .back: "back"
        }
    }
}
