import QuadGeometry

// The level that a package depending on QuadGeometry gets without a flag of its own: the one its processor
// allows, with the same bits as from the others.
let quads = (0..<1000).map { i in
    let p = SIMD3(Double(i), 0.5, 0.25)
    return Quad(p, p + [0.2, 0, 0], p + [0.2, 0.1, 0.001], p + [0, 0.1, 0])
}
let columns = QuadColumns(quads)
let areas = KernelLevel.available.map { level in
    var measures = QuadMeasureColumns(count: quads.count)
    columns.measure(into: &measures, on: level)
    return quads.indices.map { measures.area($0) }
}
print(KernelLevel.best.rawValue, areas.allSatisfy { $0 == areas[0] } ? "same" : "different")
