/// The version of this package, which documents and requests state; `-dev` until the next one is released.
package enum QuadcalVersion {
    package static let text = "0.2.0-dev"
}
