package import FrameReports
package import PublishedResults

extension PublishedFinding {
    /// A remark on frames, at a file or at a line of it.
    package init(_ remark: FrameRemark, at file: String, line: Int? = nil) {
        self.init(
            code: remark.code, severity: remark.severity, message: remark.sentence, file: file, line: line)
    }
}
