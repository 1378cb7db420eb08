/// Files and standard input, by the names on the command line.
package enum Input {
    package static let standard = "-"
}
