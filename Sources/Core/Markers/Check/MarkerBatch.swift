package import QuadGeometry

/// The markers of one file that hold a quad, before or after repairs.
package struct MarkerBatch {
    package let file: MarkerFile
    /// The place of each in the quads of the file, in order.
    private(set) var places: [Int]
    package private(set) var quads: [Quad]
    /// The places in the file of markers that were dropped.
    private(set) var dropped: Set<Int> = []
    private var made: [Int: Repair] = [:]
    /// The number of markers that were not looked at for repairs, since their unit may have slipped.
    package internal(set) var unrepaired = 0

    package init(_ file: MarkerFile) {
        self.file = file
        quads = file.quads
        places = Array(quads.indices)
    }

    func site(_ place: Int) -> MarkerSite { file.site(places[place]) }

    /// The session or set of each marker, as a number.
    var collections: [Int] { places.map(file.collection) }

    /// Whether a marker is of a reference set.
    func isOfSet(_ place: Int) -> Bool { file.isOfSet(places[place]) }

    /// The markers that are compared with each other, those of one session or set, in order.
    var neighborhoods: [[Int]] {
        let collections = collections
        guard collections.contains(where: { $0 != collections[0] }) else { return [Array(places.indices)] }
        var members: [Int: [Int]] = [:]
        for (place, collection) in collections.enumerated() { members[collection, default: []].append(place) }
        return members.values.sorted { $0[0] < $1[0] }
    }

    /// The repairs made, in order of the places.
    package var repairs: [Repair] { made.sorted { $0.key < $1.key }.map(\.value) }

    /// Makes repairs, by the places of their markers; those without a quad are dropped, after which no more are made.
    mutating func make(_ repairs: [Int: Repair]) {
        made.merge(repairs) { $1 }
        for (place, repair) in repairs {
            if let quad = repair.quad { quads[place] = quad } else { dropped.insert(site(place).index) }
        }
        let kept = places.indices.filter { repairs[$0].map { $0.quad != nil } ?? true }
        (places, quads) = (kept.map { places[$0] }, kept.map { quads[$0] })
    }
}
