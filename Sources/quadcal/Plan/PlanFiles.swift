import Foundation
import Markers

/// A file that was read whole, or what a server sent, by its digest.
struct ReadFile: Sendable {
    let file: String
    let sha256: String

    init(file: String, sha256: String) { (self.file, self.sha256) = (file, sha256) }

    /// What a server sent, under a name.
    init(_ name: String, _ bytes: [UInt8]) { self.init(file: name, sha256: SHA256.hex(of: bytes[...])) }

    /// Reads a file, or standard input where the name is `-`.
    static func read<Value>(
        _ file: String, _ parse: ([UInt8]) throws(JSONError) -> Value
    ) throws(Failure) -> (ReadFile, Value) {
        let bytes = try Input.bytes(of: file)
        do throws(JSONError) {
            return (ReadFile(file, bytes), try parse(bytes))
        } catch {
            throw .json(file: file, error)
        }
    }
}

/// All markers that a plan looks at, file after file.
struct PlannedMarkers {
    private(set) var files: [(file: ReadFile, count: Int)] = []
    private(set) var markers: [Marker] = []
    /// What is no marker, and where.
    private(set) var refused: [(file: String, error: JSONError)] = []
    /// The place in ``files`` of each.
    private var origins: [Int] = []
    private let space: String?

    init(reading names: [String]) throws(Failure) {
        space = nil
        for name in names {
            let (file, list) = try ReadFile.read(name) { (bytes) throws(JSONError) in try MarkerList(bytes) }
            add(list.markers, refused: list.refused, of: file)
        }
    }

    init(_ listing: SpaceListing) {
        space = listing.label
        for session in listing.lists {
            add(session.markers, refused: session.refused, of: ReadFile(session.name, session.document))
        }
    }

    private mutating func add(_ list: [Marker], refused: [JSONError], of file: ReadFile) {
        origins += [Int](repeating: files.count, count: list.count)
        markers += list
        self.refused += refused.map { (file.file, $0) }
        files.append((file, list.count))
    }

    /// What the verdict names.
    var label: String { space ?? (files.count == 1 ? fileLabel(files[0].file.file) : "\(files.count) files") }

    func file(of index: Int) -> String { files[origins[index]].file.file }

    /// What a person calls a marker: its label, or its id where it has none; safe for a terminal.
    func name(_ index: Int) -> String {
        let marker = markers[index]
        return visible(marker.label.flatMap { JoinKey.folded($0) == nil ? nil : $0 } ?? marker.id.wireText)
    }
}

/// The space of the markers, as far as it is known.
struct PlannedSpace {
    /// Where the sign of the vector comes from.
    enum Basis: String, CaseIterable, Sendable {
        /// There is no vector to have one.
        case none
        case stated, inferred
        /// Nothing tells it.
        case assumed
    }

    let file: ReadFile?
    let calibration: SpaceCalibration
    let basis: Basis
    /// What the stored markers say of the sign.
    let evidence: VectorSignEvidence

    init(
        _ space: (file: ReadFile, space: Space)?, _ sign: VectorSign?, _ markers: [Marker]
    ) throws(Failure) {
        file = space?.file
        let vector = space?.space.calibrationVector.flatMap { CalibrationVector($0) }
        evidence = VectorSignEvidence(markers, vector: vector)
        switch (sign, evidence.conclusion) {
        case (let sign?, _): (calibration, basis) = (SpaceCalibration(vector, sign: sign), .stated)
        case (nil, .sign(let sign)): (calibration, basis) = (SpaceCalibration(vector, sign: sign), .inferred)
        case (nil, .noVector): (calibration, basis) = (SpaceCalibration(vector), .none)
        case (nil, .noMarkers):
            (calibration, basis) = (
                SpaceCalibration(vector), (vector?.numbers ?? .zero) == .zero ? .none : .assumed
            )
        case (nil, .spread), (nil, .neither):
            guard let vector, vector.numbers != .zero else {
                (calibration, basis) = (SpaceCalibration(vector), .none)
                return
            }
            throw .neededOption(
                "--sign added or --sign subtracted",
                "the calibrated corners of \(counted(evidence.count, "marker")) do not say how the space's vector counts "
                    + "(\(evidence.conclusion.code), they differ by \(MeasureText.length(evidence.spread)) from each other)"
            )
        }
    }
}
