extension Double {
    /// The shortest text that reads back as the number, without a fraction of zero.
    package var shortestText: String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}
