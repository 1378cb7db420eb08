internal import Foundation
internal import Markers
internal import QuadGeometry

/// The markers of a report as a scene for phones and viewers (USDZ): each at its place afterwards, in the
/// colour of its error, and in grey at its place before.
///
/// Lengths are metres and +Y is up. The scene has its own ground: the center of its lowest plane is the
/// origin, so that no digits are lost far from it; the file says where that is in the frame.
public enum ReportScene {
    /// The file; `nil` if there are no markers with four corners.
    public static func usdz(_ content: ReportContent) -> [UInt8]? {
        let shapes = content.shapes.filter { $0.after.count == 4 && $0.after.allSatisfy(\.isFinite) }
        guard !shapes.isEmpty else { return nil }
        return StoredArchive.bytes([("scene.usda", Array(SceneText(content, shapes).text.utf8))])
    }
}

/// The scene as text (USDA).
struct SceneText {
    private(set) var text = ""
    private let origin: SIMD3<Double>
    private static let grey = ColorRamp.steps

    init(_ content: ReportContent, _ shapes: [ReportShape]) {
        let points = shapes.flatMap(\.after)
        let low = points.reduce(points[0]) { pointwiseMin($0, $1) }
        let high = points.reduce(points[0]) { pointwiseMax($0, $1) }
        origin = SIMD3((low.x + high.x) / 2, low.y, (low.z + high.z) / 2)
        let values = SceneText.values(content, shapes)
        let known = values.numbers.compactMap { $0 }
        let (least, largest) = (known.min() ?? 0, known.max() ?? 0)
        let range = max(largest - least, largest * 1e-3)
        let steps = values.numbers.map { value in
            value.map { range > 0 ? ColorRamp.step(($0 - least) / range) : 0 } ?? SceneText.grey
        }
        head(content, values.what, least, largest)
        materials(Set(steps).union([SceneText.grey]).sorted())
        var names = SceneNames()
        text += "    def Xform \"After\"\n    {\n"
        for (shape, step) in zip(shapes, steps) {
            mesh(names.name(for: shape.name), shape, shape.after, step)
        }
        text += "    }\n"
        // Places before in a frame far away would make everything small.
        let reach = max((high - low).max(), 1) * 3
        let near = shapes.filter { shape in
            shape.before.count == 4 && shape.before.allSatisfy { ($0 - origin).length <= reach }
        }
        var others = SceneNames()
        text += "    def Xform \"Before\"\n    {\n"
        for shape in near { mesh(others.name(for: shape.name), shape, shape.before, SceneText.grey) }
        text += "    }\n}\n"
    }

    /// The quantity of the colours: the marker error if markers are reported, otherwise the residuals.
    private static func values(
        _ content: ReportContent, _ shapes: [ReportShape]
    ) -> (what: String, numbers: [Double?]) {
        guard content.markers.isEmpty else {
            return ("error to expect in 95 of 100 cases", shapes.map { content.error(at: $0.center) })
        }
        var worst: [String: Double] = [:]
        for pair in content.followers {
            worst[pair.group ?? pair.id] = max(worst[pair.group ?? pair.id] ?? 0, pair.length)
        }
        return ("largest residual", shapes.map { worst[$0.name] })
    }

    private mutating func head(_ content: ReportContent, _ what: String, _ least: Double, _ largest: Double) {
        let about =
            "\(content.subject): \(what), \(ReportText.length(least)) (violet) to \(ReportText.length(largest)) (yellow)"
        text += """
            #usda 1.0
            (
                customLayerData = {
                    string about = \(SceneNames.quoted(about))
                    string creator = "quadcal \(SceneNames.quoted(content.fit.version).dropFirst().dropLast())"
                    double3 originInFrame = (\(SceneText.exact(origin)))
                }
                defaultPrim = "Report"
                metersPerUnit = 1
                upAxis = "Y"
            )

            def Xform "Report" (
                kind = "component"
            )
            {

            """
    }

    private mutating func materials(_ steps: [Int]) {
        text += "    def Scope \"Materials\"\n    {\n"
        for step in steps {
            text += """
                        def Material "C\(step)"
                        {
                            token outputs:surface.connect = </Report/Materials/C\(step)/Surface.outputs:surface>

                            def Shader "Surface"
                            {
                                uniform token info:id = "UsdPreviewSurface"
                                color3f inputs:diffuseColor = (\(SceneText.color(step)))
                                float inputs:opacity = \(step == SceneText.grey ? "0.35" : "1")
                                float inputs:roughness = 0.8
                                token outputs:surface
                            }
                        }

                """
        }
        text += "    }\n"
    }

    private mutating func mesh(
        _ name: String, _ shape: ReportShape, _ corners: [SIMD3<Double>], _ step: Int
    ) {
        let points = corners.map { $0 - origin }
        let low = points.reduce(points[0]) { pointwiseMin($0, $1) }
        let high = points.reduce(points[0]) { pointwiseMax($0, $1) }
        let across = (points[2] - points[0]).cross(points[3] - points[1])
        let normal = across.unit ?? SIMD3(0, 0, 1)
        let normals = [String](repeating: "(\(SceneText.short(normal)))", count: 4).joined(separator: ", ")
        text += """
                    def Mesh "\(name)" (
                        prepend apiSchemas = ["MaterialBindingAPI"]
                    )
                    {
                        uniform bool doubleSided = 1
                        float3[] extent = [(\(SceneText.short(low))), (\(SceneText.short(high)))]
                        int[] faceVertexCounts = [4]
                        int[] faceVertexIndices = [0, 1, 2, 3]
                        rel material:binding = </Report/Materials/C\(step)>
                        normal3f[] normals = [\(normals)] (
                            interpolation = "vertex"
                        )
                        point3f[] points = [\(points.map { "(\(SceneText.short($0)))" }.joined(separator: ", "))]
                        color3f[] primvars:displayColor = [(\(SceneText.color(step)))]
                        uniform token subdivisionScheme = "none"
                        custom string userProperties:label = \(SceneNames.quoted(shape.name))
                        custom string userProperties:note = \(SceneNames.quoted(shape.note))
                    }

            """
    }

    /// A colour in linear light, as surfaces need it.
    private static func color(_ step: Int) -> String {
        let shown =
            step == grey
            ? SIMD3(repeating: 150.0) : ColorRamp.color(Double(step) / Double(ColorRamp.steps - 1))
        return (0..<3).map { place in
            let share = shown[place] / 255
            let linear = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            return String(format: "%.5f", linear)
        }.joined(separator: ", ")
    }

    private static func short(_ point: SIMD3<Double>) -> String {
        (0..<3).map { "\(Float(point[$0]))" }.joined(separator: ", ")
    }

    private static func exact(_ point: SIMD3<Double>) -> String {
        (0..<3).map { "\(point[$0])" }.joined(separator: ", ")
    }
}
