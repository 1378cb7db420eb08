/// Files and standard input, by the names on the command line.
package enum Input {
    /// The name for standard input.
    package static let standard = "-"
}
