import QuadGeometry

// Calls what a user of QuadGeometry would, so that the linker has to bring all of it.
let quad = Quad([0, 0, 1], [0.2, 0, 1], [0.2, 0.1, 1], [0, 0.1, 1])
let ray = try Ray(from: .zero, along: [0.1, 0.05, 1])
print(
    quad.area, quad.shape, quad.relation(to: quad), QuadCheck().issues(quad).count,
    quad.hit(by: ray)?.distance ?? .infinity, RigidTransform.identity * quad == quad)
