package import Markers
import QuadGeometry
import ToolMarkers
package import ToolTerminal

/// A matrix that places a scan by a model, or a motion of another program in its place.
package struct MatrixFile {
    package let file: String
    package let sha256: String
    package let format: MotionFormat
    package let pose: Pose
    package let layout: MatrixLayout
    let layoutIsStated: Bool
    /// The distance of what was written from a rotation: of a matrix |RᵀR - 1|, of a quaternion its length's from 1.
    package let defect: Double

    /// Reads a file, or standard input where the name is `-`, in the format that is stated or that its name tells.
    package init(reading file: String, _ options: FitOptions) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
        format = options.matrixFormat ?? MotionFormat(ofFileNamed: file) ?? .matrix
        guard format == .matrix else {
            if let layout = options.layout {
                throw .contradiction(
                    "--\(layout.rawValue)", "\(fileLabel(file)), which is \(format.rawValue),")
            }
            do throws(ExchangeError) { pose = try MotionReader.pose(bytes, format: format) } catch {
                throw .exchange(file: file, error)
            }
            (layout, layoutIsStated, defect) = (.rows, true, pose.lengthDefect)
            return
        }
        do throws(MatrixReadError) {
            let matrix = try MatrixReader.matrix(bytes, layout: options.layout)
            pose = Pose(matrix)
            (layout, layoutIsStated, defect) = (matrix.layout, matrix.layoutIsStated, matrix.defect)
        } catch {
            throw .matrix(file: file, error, formatIsStated: options.matrixFormat != nil)
        }
    }

    /// The assumptions and corrections made in reading it.
    package var notes: [String] {
        let layoutNote =
            "read \(layout == .rows ? "row by row" : "column by column"), since only then it is a motion"
        return [
            format == .matrix ? (layoutIsStated ? nil : layoutNote) : "read as \(format.convention)",
            pose.lengthNote,
            pose.correction > 0
                ? "not an exact rotation\(defectNote); the nearest one is used, which differs by at most "
                    + "\(MeasureText.digits(3, pose.correction)) in a number" : nil,
        ].compactMap { $0 }
    }

    private var defectNote: String {
        format == .matrix ? " (|RᵀR - 1| is \(MeasureText.digits(3, defect)))" : ""
    }
}

extension Pose {
    /// A note on a quaternion that was normalised by more than rounding.
    fileprivate var lengthNote: String? { FitReports.lengthNote(lengthDefect) }
}

/// A note on quaternions that were normalised by more than rounding.
func lengthNote(_ defect: Double) -> String? {
    guard defect > Rotation.orthonormalityLimit else { return nil }
    return "the length of a quaternion is off by \(MeasureText.digits(3, defect)); normalised"
}
