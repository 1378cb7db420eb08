/// All that checking quads, fitting a motion and reading markers take, by one import:
///
/// ```swift
/// import Quadcal
///
/// let quad = Quad([0, 1.5, -2], [0.75, 1.5, -2], [0.75, 1, -2], [0, 1, -2])
/// print(quad.issues().isEmpty, quad.area)
/// ```
@_exported public import Markers
@_exported public import QuadGeometry
@_exported public import RigidCalibration
