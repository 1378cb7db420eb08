/// The order in which a matrix is written: row after row as on paper, or column after column as ARKit has it.
public enum MatrixLayout: String, CaseIterable, Hashable, Sendable {
    case rows, columns
}
