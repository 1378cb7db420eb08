import MarkerTables
package import Markers
import ToolTerminal

/// Files that a fit is made from, as its document has them.
extension NumberTable {
    package func input(_ role: String, _ notes: [PairTable.Assumption] = []) -> FitDocument.Input {
        var input = FitDocument.Input.Table()
        (input.role, input.file, input.sha256) = (role, file, text.sha256)
        (input.separator, input.hasHeader) = (text.separator.rawValue, layout.hasHeader)
        (input.columns, input.rows) = (layout.names, count)
        input.notes = notes.map(\.text)
        return .table(input)
    }
}

extension JoinedFiles {
    package var inputs: [FitDocument.Input] {
        let files = inputs("old", "new")
        guard let map else { return files }
        var input = FitDocument.Input.Map()
        (input.file, input.sha256) = map
        return files + [.map(input)]
    }

    package func describe(in document: inout FitDocument) {
        document.join = FitDocument.Join(joined, target: target, targetIsStated: targetIsStated)
    }

    var checkInputs: [FitDocument.Input] { inputs("check-points", "check-onto") }

    private func inputs(_ first: String, _ second: String) -> [FitDocument.Input] {
        [old.input(first), new.input(second)]
    }
}

extension JoinedFiles.Side {
    func input(_ role: String) -> FitDocument.Input {
        var input = FitDocument.Input.Markers()
        (input.role, input.file, input.sha256) = (role, file, sha256)
        input.markers = list.observations.count
        input.otherSessions = list.passedOver
        input.refused = list.refused.map { FitDocument.Input.Refused($0) }
        return .markers(input)
    }
}

extension MatrixFile {
    package func input(_ role: String) -> FitDocument.Input {
        var input = FitDocument.Input.Matrix()
        (input.role, input.file, input.sha256) = (role, file, sha256)
        (input.layout, input.layoutIsStated) = (layout, layoutIsStated)
        (input.defect, input.correction) = (defect, pose.correction)
        input.writtenAs = format == .matrix ? nil : format
        return .matrix(input)
    }
}
