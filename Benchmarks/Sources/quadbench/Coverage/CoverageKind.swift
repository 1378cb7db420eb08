/// A made-up scene's errors, whose law is not the one that the library assumes.
struct CoverageKind: Sendable {
    /// The drift of the scan along the path.
    enum Drift: Sendable {
        case none
        /// A random walk of positions, by its root mean square at the end as a share of the path.
        case walk(Double)
        /// One period of a sine across the path, by its height as a share of the path.
        case bend(Double)
        /// A heading that walks at random, by its root mean square error at the end in degrees.
        case heading(Double)
    }

    let name: String
    /// The deviation of one coordinate of the error that corners of a marker share, in units of a corner's own.
    var markerError = 1.0
    /// Whether that error follows Student's law with three degrees of freedom.
    var isHeavyTailed = false
    /// The deviation of a marker's turn about each axis, in degrees.
    var askew = 0.0
    var drift = Drift.none
    /// Whether the path leads round a room and ends where it began.
    var isClosed = false

    static let all =
        [0, 0.5, 1, 3].map { CoverageKind(name: "shared error x\($0)", markerError: $0) } + [
            CoverageKind(name: "askew by 1°", askew: 1),
            CoverageKind(name: "shared error of t3", isHeavyTailed: true),
            CoverageKind(name: "walk of 0.1 %", drift: .walk(0.001)),
            CoverageKind(name: "walk of 0.5 %", drift: .walk(0.005)),
            CoverageKind(name: "bend of 0.1 %", drift: .bend(0.001)),
            CoverageKind(name: "heading off by 0.5°", drift: .heading(0.5)),
            CoverageKind(name: "room, walk of 0.5 %", drift: .walk(0.005), isClosed: true),
        ]
        + [0, 0.5, 1].map { CoverageKind(name: "room, shared error x\($0)", markerError: $0, isClosed: true) }

    /// Whether errors of two markers have nothing to do with each other.
    var isIndependent: Bool { if case .none = drift { true } else { false } }
}
