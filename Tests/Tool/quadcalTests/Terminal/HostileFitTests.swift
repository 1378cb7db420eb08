import Foundation
import Markers
import TestSupport
import Testing

@Suite("A saved fit that somebody prepared")
struct HostileFitTests {
    /// A folder with two scans, and a fit of them with these options.
    private static func scene(_ options: [String]) throws -> Folder {
        let folder = try Folder(), scene = FitScene(seed: Seeds.first, noise: 0.002)
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        let fit = ["fit", "--join", "label", "--target", "raw", "old.json", "new.json", "--save", "fit.json"]
        let run = try Tool.run(fit + options, in: folder)
        try #require(run.exit <= 1, "\(run.advice)")
        return folder
    }

    private static let commands = [
        ["apply", "--mode", "raw", "--out", "moved.json", "--force", "-v", "evil.json", "old.json"],
        ["apply", "--mode", "raw", "--out", "moved.json", "--force", "--json", "evil.json", "old.json"],
        [
            "recalibrate", "--mode", "raw", "--sessions", "all", "--fit", "evil.json", "--markers",
            "old.json", "-v",
        ],
        [
            "recalibrate", "--mode", "raw", "--sessions", "all", "--fit", "evil.json", "--markers",
            "old.json", "--json",
        ],
        ["report", "evil.json", "--out", "page.html", "--force"],
    ]

    @Test("does nothing to the terminal, wherever its texts are shown")
    func fields() throws {
        var tried: Set<String> = []
        // Each says other things of the fit; what both say is tried once.
        for options in [["--noise-mm", "0.1"], ["--tolerance-mm", "0.001"]] {
            let folder = try Self.scene(options)
            let fit = try JSONValue(try folder.read("fit.json"))
            let places = TextPlaces.all(in: fit)
            #expect(places.count > 40 && places.contains("/judgements/*/code"), "\(places)")
            for place in places where tried.insert(place).inserted || place.hasPrefix("/judgements") {
                try folder.write(
                    TextPlaces.replacing(place, in: fit, by: TerminalCanary.text), to: "evil.json")
                for command in Self.commands {
                    let run = try Tool.run(command, in: folder)
                    #expect(
                        TerminalCanary.slip(in: run.output + "\n" + run.advice) == nil,
                        "\(place), \(command): \(run)")
                }
            }
        }
    }
}
