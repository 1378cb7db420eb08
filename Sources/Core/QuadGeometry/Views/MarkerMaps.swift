/// Per-pixel depth and id maps of the quads that a camera sees.
///
/// A pixel shows the quad that the ray through its center meets first, by the rules of ``MarkerIndex/nearestHit(by:only:on:)``.
public struct MarkerMaps: Hashable, Sendable {
    /// The rows of the image that the maps are of.
    public let rows: Range<Int>
    /// The columns of the image.
    public let width: Int
    /// The index of the quad that each pixel shows, or ``nothing``; row by row, from the left.
    public internal(set) var indices: [Int32]
    /// The depth at which each pixel shows it, along the optical axis in metres; infinity where there is nothing.
    ///
    /// It has the bits of the distance of the pixel's ray, ``PinholeCamera/ray(column:row:)``.
    public internal(set) var depths: [Double]
    /// The quads that cover at least one pixel, in order of their indices.
    public internal(set) var quads: [QuadView]

    /// The number in ``indices`` of a pixel that shows no quad.
    public static let nothing: Int32 = -1

    /// Maps that show nothing.
    init(width: Int, rows: Range<Int>) {
        self.width = width
        self.rows = rows
        indices = [Int32](repeating: MarkerMaps.nothing, count: width * rows.count)
        depths = [Double](repeating: .infinity, count: width * rows.count)
        quads = []
    }

    /// The maps of bands of rows that follow each other.
    init(of bands: [MarkerMaps], width: Int) {
        self.width = width
        rows = (bands.first?.rows.lowerBound ?? 0)..<(bands.last?.rows.upperBound ?? 0)
        indices = bands.flatMap(\.indices)
        depths = bands.flatMap(\.depths)
        quads = []
        for view in bands.flatMap(\.quads).sorted(by: { $0.index < $1.index }) {
            guard let last = quads.last, last.index == view.index else {
                quads.append(view)
                continue
            }
            quads[quads.count - 1].seen += view.seen
            quads[quads.count - 1].covered += view.covered
        }
    }

    /// The place of a pixel in ``indices`` and ``depths``.
    ///
    /// - Parameters:
    ///   - column: from 0 at the left.
    ///   - row: one of ``rows``.
    public func place(column: Int, row: Int) -> Int { (row - rows.lowerBound) * width + column }
}

/// The part of a quad that a camera sees.
public struct QuadView: Hashable, Sendable {
    public var index: Int
    /// The pixels that show the quad.
    public var seen: Int
    /// The pixels that would show it if nothing were in front of it: those whose ray meets it.
    public var covered: Int

    /// A quad as a camera sees it.
    ///
    /// - Parameters:
    ///   - index: the index of the quad.
    ///   - seen: the pixels that show it.
    ///   - covered: the pixels whose ray meets it.
    public init(index: Int, seen: Int, covered: Int) {
        self.index = index
        self.seen = seen
        self.covered = covered
    }

    /// The pixels in which something else hides the quad.
    public var hidden: Int { covered - seen }
}
