internal import Markers
internal import RigidCalibration

/// A report as one self-contained HTML page, without external addresses and readable without scripts.
///
/// ```swift
/// let content = try ReportContent(fit: bytes, subject: "Hall 3", date: "2026-11-20")
/// let page = ReportPage.html(content)
/// ```
public enum ReportPage {
    /// The page, the same bytes for the same content.
    public static func html(_ content: ReportContent) -> [UInt8] {
        let scene = SceneDrawing(content)
        let title = content.heading.title ?? content.subject
        let frame = PageFrame(
            title: "\(content.verdict.rawValue): \(ReportText.name(title)), calibration report", head: title,
            kind: "quadcal calibration report", hasPicture: content.heading.logo != nil,
            script: PageScript.text + TurningScript.text)
        return frame.html { page in
            PageOpening(content: content).write(to: &page)
            PageAcceptance(content: content).write(to: &page)
            PageViews(scene: scene).write(to: &page)
            PageResiduals(content).write(to: &page)
            PagePairs(content: content).write(to: &page)
            PageErrors(scene: scene).write(to: &page)
            PageMotion(content: content).write(to: &page)
            PageData(content.fit.bytes, command: "fit", thing: "fit").write(to: &page)
        }
    }
}
