/// The reason why a file of another program is not the motion, or the poses, that it should be.
public struct ExchangeError: Error, Hashable, Sendable {
    /// Counted from 1; the first line if it is about the whole.
    public let line: Int
    public let fault: ExchangeFault
    /// The format that was expected.
    public let format: MotionFormat

    /// Makes the error.
    ///
    /// - Parameters:
    ///   - fault: The thing that is wrong.
    ///   - line: The line that it is in, from 1.
    ///   - format: The format that was expected.
    public init(_ fault: ExchangeFault, line: Int, format: MotionFormat) {
        (self.fault, self.line, self.format) = (fault, line, format)
    }
}
