import CheckReports
import Foundation
import Markers
import QuadGeometry
package import ToolTerminal

/// The hits of rays for people: a line for each hit, and how many rays meet something.
package enum RaycastText {
    package static func table(_ report: RaycastReport, on screen: Screen) -> String {
        var table = TextTable(["ray", "at m", "point", "u", "v", "side", "marker"], words: [5, 6])
        for ray in report.rays {
            let name = visible(ray.line.id)
            if ray.hits.isEmpty { table.add([name, "-", "-", "-", "-", "-", "none"]) }
            for hit in ray.hits {
                table.add([
                    name, MeasureText.fixed(hit.distance), MeasureText.place(hit.point),
                    String(format: "%.3f", hit.u), String(format: "%.3f", hit.v),
                    hit.face == .back ? "back, placed" : "front",
                    hit.marker.shortText(.whole),
                ])
            }
        }
        let count = report.files.reduce(0) { $0 + $1.quads.count }
        return table.text(on: screen)
            + "\(report.metCount) of \(counted(report.rays.count, "ray")) hit one of \(counted(count, "marker"))\n"
    }
}
