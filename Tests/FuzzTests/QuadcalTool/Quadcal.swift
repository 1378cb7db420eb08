/// Takes the place of the tool's main, which is left out.
enum Quadcal {
    static let version = "fuzz"
}
