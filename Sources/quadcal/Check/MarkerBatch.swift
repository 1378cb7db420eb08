import QuadGeometry

/// The markers of one file that hold a quad.
struct MarkerBatch {
    let file: QuadFile
    /// Which quads of the file they are, in order.
    private(set) var places: [Int]
    private(set) var quads: [Quad]
    /// The places in the file of markers that were left out.
    private(set) var leftOut: Set<Int> = []

    init(_ file: QuadFile) {
        self.file = file
        quads = file.quads
        places = Array(quads.indices)
    }

    /// Where a marker stands in the file.
    func site(_ place: Int) -> MarkerSite { file.site(places[place]) }

    /// The markers that are compared with each other, those of one session or set, in order.
    var neighborhoods: [[Int]] {
        let collections = places.map(file.collection)
        guard collections.contains(where: { $0 != collections[0] }) else { return [Array(places.indices)] }
        var members: [Int: [Int]] = [:]
        for (place, collection) in collections.enumerated() { members[collection, default: []].append(place) }
        return members.values.sorted { $0[0] < $1[0] }
    }

    /// Puts a mended quad in the place of another.
    mutating func replace(_ place: Int, with quad: Quad) {
        quads[place] = quad
    }

    /// Leaves out the markers at these places.
    mutating func drop(_ dropped: Set<Int>) {
        leftOut.formUnion(dropped.map { site($0).index })
        let kept = places.indices.filter { !dropped.contains($0) }
        (places, quads) = (kept.map { places[$0] }, kept.map { quads[$0] })
    }
}
