// Checks a quad whose corners come from ARKit, repairs it if it can, and prints its measures.
import Markers
import QuadGeometry

// Four taps, as raycasts return them: metres, in single precision.
let taps: [SIMD3<Float>] = [[0, 1.5, -2], [0.75, 1.5, -2], [0, 1, -2], [0.75, 1, -2]]

// Refused unless there are four. Every Float is also a Double, so nothing is rounded here.
var quad = try Quad(taps)

// The limits of the app; each of them can be changed.
for issue in QuadCheck(.app).issues(quad) {
    print(issue.severity, issue.code.rawValue, "at", issue.location ?? quad.center)
    // Two corners were tapped in the wrong order, which can be fixed.
    if let fix = issue.fix { quad = quad.applying(fix) ?? quad }
}
print("area", quad.area, "m², edges", quad.edgeLengths, "m")

// All that `quadcal check` finds, copies too: a list without findings is ready to be uploaded.
for finding in MarkerCheck(.app).findings(in: [quad, quad]) { print(finding) }
