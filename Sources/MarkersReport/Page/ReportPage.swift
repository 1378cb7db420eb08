internal import Foundation
internal import Markers
internal import RigidCalibration

/// A report as one self-contained HTML page, without external addresses and readable without scripts.
public enum ReportPage {
    /// The page, the same bytes for the same content.
    public static func html(_ content: ReportContent) -> [UInt8] {
        let scene = SceneDrawing(content)
        let style = PageStyle.text(
            head: ReportText.name(content.heading.title ?? content.subject, atMost: 80))
        var page = PageText()
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        page.raw(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy(style, hasLogo: content.heading.logo != nil))\">\n"
        )
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.element(
            "title",
            "\(content.verdict.rawValue): \(ReportText.name(content.heading.title ?? content.subject)), "
                + "calibration report")
        page.raw("\n<style>\(style)</style>\n</head>\n<body>\n<main>\n")
        PageOpening(content: content).write(to: &page)
        PageAcceptance(content: content).write(to: &page)
        PageViews(scene: scene).write(to: &page)
        PageResiduals(content).write(to: &page)
        PagePairs(content: content).write(to: &page)
        PageErrors(scene: scene).write(to: &page)
        PageMotion(content: content).write(to: &page)
        PageData(document: content.fit.bytes).write(to: &page)
        page.raw("</main>\n<script>\(script)</script>\n</body>\n</html>\n")
        return Array(page.html.utf8)
    }

    private static let script = PageScript.text + TurningScript.text

    /// Only the page's own style and script may be loaded or run; they are identified by their digests.
    private static func policy(_ style: String, hasLogo: Bool) -> String {
        "default-src 'none'; style-src '\(digest(style))'; script-src '\(digest(script))'; "
            + (hasLogo ? "img-src data:; " : "") + "base-uri 'none'; form-action 'none'"
    }

    private static func digest(_ text: String) -> String {
        let hex = Array(SHA256.hex(of: Array(text.utf8)[...]).utf8)
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { place in
            UInt8(String(decoding: hex[place..<(place + 2)], as: UTF8.self), radix: 16)
        }
        return "sha256-" + Data(bytes).base64EncodedString()
    }
}
