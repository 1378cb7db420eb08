import MarkerTables
import Markers
import QuadGeometry
import StrictJSON
import ToolTerminal

extension CSVSeparator: DocumentValue {}
extension LengthUnit: DocumentValue {}
extension MarkerCoordinates: DocumentValue {}
extension MarkerFormat: DocumentValue {}
extension PushMode: DocumentValue {}
extension QuadProfile: DocumentValue {}
extension QuadIssue.Code: DocumentValue {}
extension Severity: DocumentValue {}

/// The unit of a number of a document.
package enum DocumentUnit: String, CaseIterable, DocumentValue {
    case metres = "m"
    case squareMetres = "m2"
    case degrees = "deg"
    case ratio, fields
}
