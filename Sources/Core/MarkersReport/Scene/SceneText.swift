internal import Foundation
internal import QuadGeometry

struct SceneText {
    private(set) var text = ""

    init(_ markers: SceneMarkers, version: String) {
        head(markers, version)
        materials(Set(markers.shown.map(\.color.step)).union([SceneColor.grey.step]).sorted())
        text += "    def Xform \"After\"\n    {\n"
        var names = SceneNames()
        for marker in markers.shown {
            mesh(names.name(for: marker.name), marker, marker.after, marker.color)
        }
        text += "    }\n    def Xform \"Before\"\n    {\n"
        var others = SceneNames()
        for marker in markers.shown {
            guard let corners = marker.before else { continue }
            mesh(others.name(for: marker.name), marker, corners, .grey)
        }
        text += "    }\n}\n"
    }

    private mutating func head(_ markers: SceneMarkers, _ version: String) {
        text += """
            #usda 1.0
            (
                customLayerData = {
                    string about = \(SceneNames.quoted(markers.about))
                    string creator = "quadcal \(SceneNames.quoted(version).dropFirst().dropLast())"
                    double3 originInFrame = (\(SceneText.exact(markers.origin)))
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
        for color in SceneColor.all where steps.contains(color.step) {
            let step = color.step
            text += """
                        def Material "C\(step)"
                        {
                            token outputs:surface.connect = </Report/Materials/C\(step)/Surface.outputs:surface>

                            def Shader "Surface"
                            {
                                uniform token info:id = "UsdPreviewSurface"
                                color3f inputs:diffuseColor = (\(SceneText.color(color)))
                                float inputs:opacity = \(color == .grey ? "0.35" : "1")
                                float inputs:roughness = 0.8
                                token outputs:surface
                            }
                        }

                """
        }
        text += "    }\n"
    }

    private mutating func mesh(
        _ name: String, _ marker: SceneMarker, _ points: [SIMD3<Float>], _ color: SceneColor
    ) {
        let low = points.reduce(points[0]) { pointwiseMin($0, $1) }
        let high = points.reduce(points[0]) { pointwiseMax($0, $1) }
        let wide = points.map { SIMD3<Double>($0) }
        let across = (wide[2] - wide[0]).cross(wide[3] - wide[1])
        let normal = across.unit ?? SIMD3(0, 0, 1)
        let normals = [String](repeating: "(\(SceneText.short(SIMD3<Float>(normal))))", count: 4).joined(
            separator: ", ")
        text += """
                    def Mesh "\(name)" (
                        prepend apiSchemas = ["MaterialBindingAPI"]
                    )
                    {
                        uniform bool doubleSided = 1
                        float3[] extent = [(\(SceneText.short(low))), (\(SceneText.short(high)))]
                        int[] faceVertexCounts = [4]
                        int[] faceVertexIndices = [0, 1, 2, 3]
                        rel material:binding = </Report/Materials/C\(color.step)>
                        normal3f[] normals = [\(normals)] (
                            interpolation = "vertex"
                        )
                        point3f[] points = [\(points.map { "(\(SceneText.short($0)))" }.joined(separator: ", "))]
                        color3f[] primvars:displayColor = [(\(SceneText.color(color)))]
                        uniform token subdivisionScheme = "none"
                        custom string userProperties:label = \(SceneNames.quoted(marker.name))
                        custom string userProperties:note = \(SceneNames.quoted(marker.note))
                    }

            """
    }

    private static func color(_ color: SceneColor) -> String {
        (0..<3).map { String(format: "%.5f", color.linear[$0]) }.joined(separator: ", ")
    }

    private static func short(_ point: SIMD3<Float>) -> String {
        (0..<3).map { "\(point[$0])" }.joined(separator: ", ")
    }

    private static func exact(_ point: SIMD3<Double>) -> String {
        (0..<3).map { "\(point[$0])" }.joined(separator: ", ")
    }
}

/// Unique names that USD accepts: letters, digits and underscores, whatever a marker is called.
struct SceneNames {
    private var taken: Set<String> = []
    private static let longest = 60

    mutating func name(for text: String) -> String {
        var name = "m_"
        for scalar in text.unicodeScalars.prefix(SceneNames.longest) {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            name.unicodeScalars.append(isPlain ? scalar : "_")
        }
        guard !taken.insert(name).inserted else { return name }
        var number = 2
        while !taken.insert("\(name)_\(number)").inserted { number += 1 }
        return "\(name)_\(number)"
    }

    /// Text between quotation marks, without anything that ends it or is invisible.
    static func quoted(_ text: String) -> String {
        let shown = ReportText.name(text).map { character in
            character == "\"" || character == "\\" ? "\\\(character)" : String(character)
        }
        return "\"\(shown.joined())\""
    }
}
