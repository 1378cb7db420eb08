/// A reason beyond JSON that a message is refused; the fault that is thrown with it has the place.
enum MessageRefusal {
    case columnCount(Int)
    case lastRow(Double, expected: Double)
    case flatMatrix
    case twoTransforms
    case badEndpoint(Int)
    case covarianceCount(Int)
}
