import Foundation
import Markers

/// A file that was read whole, by its digest.
struct ReadFile {
    let file: String
    let sha256: String

    /// Reads a file, or standard input where the name is `-`.
    static func read<Value>(
        _ file: String, _ parse: ([UInt8]) throws(JSONError) -> Value
    ) throws(Failure) -> (ReadFile, Value) {
        let bytes = try Input.bytes(of: file)
        do throws(JSONError) {
            return (ReadFile(file: file, sha256: SHA256.hex(of: bytes[...])), try parse(bytes))
        } catch {
            throw .json(file: file, error)
        }
    }
}

/// All markers that a plan looks at, file after file.
struct PlannedMarkers {
    private(set) var files: [(file: ReadFile, list: MarkerList)] = []
    private(set) var markers: [Marker] = []
    /// The place in ``files`` of each.
    private(set) var origins: [Int] = []

    init(reading names: [String]) throws(Failure) {
        for name in names {
            let (file, list) = try ReadFile.read(name) { (bytes) throws(JSONError) in try MarkerList(bytes) }
            origins += [Int](repeating: files.count, count: list.markers.count)
            markers += list.markers
            files.append((file, list))
        }
    }

    /// What is no marker, and where.
    var refused: [(file: String, error: JSONError)] {
        files.flatMap { one in one.list.refused.map { (one.file.file, $0) } }
    }

    /// What the verdict names.
    var label: String { files.count == 1 ? fileLabel(files[0].file.file) : "\(files.count) files" }

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
    enum Basis: String, CaseIterable {
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

    init(reading name: String?, _ sign: VectorSign?, _ markers: [Marker]) throws(Failure) {
        var vector: CalibrationVector?
        if let name {
            let (file, space) = try ReadFile.read(name) { (bytes) throws(JSONError) in
                try Space(JSONValue(bytes))
            }
            self.file = file
            vector = space.calibrationVector.flatMap { CalibrationVector($0) }
        } else {
            file = nil
        }
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
