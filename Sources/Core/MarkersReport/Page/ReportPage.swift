internal import Foundation
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
            PageStraightening(scene)?.write(to: &page)
            PageMatches(content)?.write(to: &page)
            PageResiduals(content).write(to: &page)
            PagePairs(content: content).write(to: &page)
            PageErrors(scene: scene).write(to: &page)
            PageReliability(content)?.write(to: &page)
            PageMotion(content: content).write(to: &page)
            page.data(content.fit.bytes, command: "fit", thing: "fit")
        }
    }
}

/// The frame of a page: one self-contained HTML file, without external addresses and readable without scripts.
package struct PageFrame {
    /// The title of the window, and the text at the head of each printed page.
    package let title: String
    package let head: String
    /// The kind of page, at the foot of each printed page.
    package let kind: String
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

/// When and by which version a page was made, and the run in JSON, which it carries for programs.
package struct PageStamp: Sendable {
    package let version, date: String
    package let document: [UInt8]

    package init(version: String, date: String, document: [UInt8]) {
        self.version = version
        self.date = date
        self.document = document
    }

    package var facts: [(name: String, value: String)] {
        [(name: "Date", value: date), (name: "Software", value: "quadcal \(version)")]
    }

    /// Facts of a text as a page has them: their names begin with a capital.
    package static func facts(_ facts: [(name: String, text: String)]) -> [(name: String, value: String)] {
        facts.map { (name: $0.name.prefix(1).uppercased() + $0.name.dropFirst(), value: $0.text) }
    }
}

extension PageText {
    /// A document that the page carries for programs.
    ///
    /// - Parameters:
    ///   - document: The document in JSON; packed where it is long, so that the page can still be sent.
    ///   - command: The command that prints it with `--json`.
    ///   - thing: Its name in words, as in "fit".
    package mutating func data(_ document: [UInt8], command: String, thing: String) {
        let isPacked = document.count > 200_000
        raw("<section id=\"data\">")
        element("h2", "Data")
        raw(
            "<p>This page is also its data file: the element with the id quadcal-\(command) holds the whole \(thing) as JSON, "
        )
        raw("as quadcal \(command) --json prints it")
        if isPacked {
            raw(", packed since it is long: <code>base64 -d | gzip -d</code> makes JSON of it again")
        }
        raw(
            ".</p>\n<p><button type=\"button\" id=\"save-data\" hidden>Save the data as \(command).json</button></p>"
        )
        let kind = isPacked ? "application/gzip" : "application/json"
        raw("<script type=\"\(kind)\" id=\"quadcal-\(command)\">")
        raw(
            isPacked
                ? Data(PackedBytes.gzip(document)).base64EncodedString() : PageText.safe(document))
        raw("</script></section>\n")
    }

    /// JSON of the same meaning without anything that ends an element or is invisible: such characters are
    /// only in its strings, where they may be written as numbers.
    static func safe(_ document: [UInt8]) -> String {
        var result = ""
        for scalar in String(decoding: document, as: UTF8.self).unicodeScalars {
            let isSeen = scalar.isASCII ? !["<", ">", "&"].contains(scalar) : !isHidden(scalar)
            if isSeen {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        visibleText(String(scalar), atMost: 1) != String(scalar)
    }
}

/// The four drawings with the meaning of their lines.
struct PageViews {
    let scene: SceneDrawing

    func write(to page: inout PageText) {
        let drawings = scene.frames.map { ViewDrawing(scene, $0) }
        guard !drawings.isEmpty else { return }
        page.section("views", "The scene before and after")
        legend(&page)
        PageTurning(scene: scene).write(to: &page)
        page.raw("<div class=\"pair views\">")
        for drawing in drawings { drawing.write(to: &page) }
        page.raw("</div></section>\n")
    }

    private func legend(_ page: inout PageText) {
        let isMagnified = scene.arrows.contains { $0.length > 0 }
        let tones = Set(scene.shapes.map(\.tone)), step = scene.stepOfBefore
        let before = step > 1 ? "before, one marker of \(step)" : "before"
        let entries: [(mark: String, text: String)?] = [
            scene.showsBefore ? ("<path class=\"b\" d=\"M30 40h200v100h-200z\"/>", before) : nil,
            tones.contains(.sound)
                ? ("<g class=\"m sound\"><path d=\"M30 40h200v100h-200z\"/></g>", "after") : nil,
            tones.contains(.flagged)
                ? (
                    "<g class=\"m flagged\"><path d=\"M30 40h200v100h-200z\"/></g>",
                    "rejected, or needs attention"
                )
                : nil,
            tones.contains(.resting)
                ? ("<g class=\"m resting\"><path d=\"M30 40h200v100h-200z\"/></g>", "stays where it is")
                : nil,
            isMagnified
                ? (
                    "<g class=\"r\"><path d=\"M20 90l210 0M180 65l50 25-50 25\"/></g>",
                    "residual, from the moved point to its target, magnified as stated"
                ) : nil,
            isMagnified && scene.content.covariance != nil
                ? (
                    "<g class=\"e\"><path d=\"M20 90a110 55 0 1 0 220 0a110 55 0 1 0 -220 0\"/></g>",
                    "error to expect in 95 of 100 cases, magnified alike"
                ) : nil,
        ]
        page.raw("<ul class=\"legend\">")
        for case let (mark, text)? in entries {
            page.raw(
                "<li><svg viewBox=\"0 0 26 18\" width=\"26\" height=\"18\" aria-hidden=\"true\">"
                    + "<g transform=\"scale(.1)\">\(mark)</g></svg> ")
            page.text(text)
            page.raw("</li>")
        }
        page.raw("</ul>")
        if scene.tooFar > 0 {
            page.element(
                "p class=\"note\"",
                "\(ReportText.counted(scene.tooFar, "marker")) that need attention, too far away to be drawn; see the table of all."
            )
        }
        guard !scene.showsBefore else { return }
        page.element(
            "p class=\"note\"",
            "The places before are \(ReportText.length(scene.wayOfMiddle)) away in the other frame, too far to be drawn."
        )
    }
}

/// The view that can be turned: hidden until the script has drawn it, so that without one the drawings stay alone.
struct PageTurning {
    let scene: SceneDrawing

    func write(to page: inout PageText) {
        guard let turning = TurningScene(scene) else { return }
        let packed = Data(PackedBytes.gzip(turning.json)).base64EncodedString()
        page.raw("<figure id=\"turning\" class=\"wide\" hidden><div class=\"stage\">")
        page.raw("<canvas tabindex=\"0\" role=\"img\" aria-describedby=\"turning-keys\" aria-label=\"")
        page.text("The scene to turn: \(ReportText.counted(scene.shapes.count, "marker"))")
        page.raw("\"></canvas><p class=\"tag\" hidden></p><p class=\"bar\"></p></div>")
        page.raw("<p class=\"controls\">")
        for (name, look) in PageTurning.looks {
            page.raw("<button type=\"button\" data-look=\"\(look)\">\(name)</button>")
        }
        var layers = scene.showsBefore ? [("before", "before")] : []
        if turning.magnification != nil { layers.append(("arrows", "residuals")) }
        if scene.content.covariance != nil { layers.append(("errors", "errors")) }
        for (layer, name) in layers {
            page.raw(
                "<label><input type=\"checkbox\" checked data-layer=\"\(layer)\"> \(name)</label>")
        }
        page.raw("</p><output aria-live=\"polite\"></output><figcaption id=\"turning-keys\">")
        page.element("b", "View to turn")
        if let magnification = turning.magnification {
            page.raw(", residuals and errors ×&#160;\(ReportText.grouped(Int(magnification)))")
        }
        page.text(
            ": drag or use the arrow keys to turn it, two fingers, the wheel or + and − to zoom, with Shift to move it; "
                + "N and P or a row of a table choose a marker, Escape none.")
        page.raw("</figcaption></figure><script type=\"application/gzip\" id=\"quadcal-view\">")
        page.raw(packed)
        page.raw("</script>\n")
    }

    /// The directions to look from: the angles about the vertical and above the horizontal, in degrees.
    private static let looks = [
        ("Oblique", "30 30"), ("From above", "0 90"), ("From the front", "0 0"), ("From the side", "90 0"),
    ]
}
