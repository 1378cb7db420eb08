internal import Foundation
internal import Markers

/// The frame of a page: one self-contained HTML file, without external addresses and readable without scripts.
package struct PageFrame {
    /// The title of the window, and the text at the head of each printed page.
    package let title: String
    package let head: String
    /// The kind of page, at the foot of each printed page.
    package let kind: String
    /// Whether the page has a picture.
    package let hasPicture: Bool
    let script: String

    /// A page whose script sorts tables.
    package init(title: String, head: String, kind: String, hasPicture: Bool = false) {
        self.init(title: title, head: head, kind: kind, hasPicture: hasPicture, script: PageScript.text)
    }

    init(title: String, head: String, kind: String, hasPicture: Bool, script: String) {
        (self.title, self.head, self.kind) = (title, head, kind)
        (self.hasPicture, self.script) = (hasPicture, script)
    }

    /// The page around its sections, the same bytes for the same sections.
    package func html(_ sections: (inout PageText) -> Void) -> [UInt8] {
        let style = PageStyle.text(head: ReportText.name(head, atMost: 80), kind: kind)
        var page = PageText()
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy(style))\">\n")
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.element("title", title)
        page.raw("\n<style>\(style)</style>\n</head>\n<body>\n<main>\n")
        sections(&page)
        page.raw("</main>\n<script>\(script)</script>\n</body>\n</html>\n")
        return Array(page.html.utf8)
    }

    /// Only the page's own style and script may be loaded or run; they are identified by their digests.
    private func policy(_ style: String) -> String {
        "default-src 'none'; style-src '\(PageFrame.digest(style))'; script-src '\(PageFrame.digest(script))'; "
            + (hasPicture ? "img-src data:; " : "") + "base-uri 'none'; form-action 'none'"
    }

    private static func digest(_ text: String) -> String {
        let hex = Array(SHA256.hex(of: Array(text.utf8)[...]).utf8)
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { place in
            UInt8(String(decoding: hex[place..<(place + 2)], as: UTF8.self), radix: 16)
        }
        return "sha256-" + Data(bytes).base64EncodedString()
    }
}
