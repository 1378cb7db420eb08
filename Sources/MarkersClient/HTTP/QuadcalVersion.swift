/// The version of this package, which documents and requests state.
package enum QuadcalVersion {
    package static let text = "0.1.0"
}
