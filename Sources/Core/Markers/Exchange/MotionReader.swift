/// Reads one rigid motion that another program wrote.
///
/// ```swift
/// let newFromOld = try MotionReader.pose(bytes, format: .cloudCompare).transform
/// ```
public enum MotionReader {
    /// Reads the motion of a file.
    ///
    /// The result leads as the numbers of the format do; see ``MotionFormat/convention``.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - format: Its format.
    ///   - layout: The order of the numbers of ``MotionFormat/matrix``, if it is known.
    public static func pose(
        _ bytes: [UInt8], format: MotionFormat, layout: MatrixLayout? = nil
    ) throws(ExchangeError) -> Pose {
        switch format {
        case .matrix: try matrix(bytes, layout: layout, format)
        case .cloudCompare: try matrix(bytes, layout: .rows, format)
        case .tum: try only(bytes, .tum)
        case .kitti: try only(bytes, .kitti)
        case .colmap: try only(bytes, .colmap)
        case .proj: try HelmertPipeline.pose(bytes)
        case .rosJSON: try StaticTransformMessage.pose(bytes)
        case .rosCommand: try StaticTransformCommand.pose(bytes)
        }
    }

    private static func matrix(
        _ bytes: [UInt8], layout: MatrixLayout?, _ format: MotionFormat
    ) throws(ExchangeError) -> Pose {
        do throws(MatrixReadError) {
            let matrix = try MatrixReader.matrix(bytes, layout: layout)
            return Pose(matrix)
        } catch {
            throw ExchangeError(.matrix(error), line: error.line ?? 1, format: format)
        }
    }

    private static func only(_ bytes: [UInt8], _ format: TrajectoryFormat) throws(ExchangeError) -> Pose {
        let entries = try Trajectory(bytes, format: format).entries
        guard entries.count == 1 else {
            throw ExchangeError(
                .severalPoses(entries.count), line: entries[1].line, format: format.motionFormat)
        }
        return entries[0].pose
    }
}
