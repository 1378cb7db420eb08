import Foundation
import MarkersSandbox

/// A round as the seed of a campaign and its number make it.
struct CampaignDraw: Sendable {
    let number: Int
    let seed: UInt64
    let mode: CampaignMode
    let story: CampaignStory
    /// A kind of fault, or ``mixture``.
    let fault: String
    let markers: Int
    let variants: Set<Variant>
    /// Whether the space adds a vector to raw points.
    let hasVector: Bool

    static let mixture = "mixture"

    private static let usual: [Variant] = [
        .clearNull, .linkedLists, .pagedLists, .newLocks, .oldLocks, .sparse, .oddElements,
    ]

    /// The rounds of a sweep: every kind of fault, and a mixture of all, each in one mode after the other.
    init(_ number: Int, seed: UInt64, modes: [CampaignMode], markers: Int) {
        var random = SeededGenerator(seed: seed &+ 1, sample: number)
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
        (self.number, self.seed, self.markers) = (number, seed, markers)
        let faults = CampaignFault.kinds.map(\.name) + [CampaignDraw.mixture]
        fault = faults[number % faults.count]
        // Another mode for the same fault in the next sweep.
        let mode = modes[(number + number / faults.count + Int(seed % 3)) % modes.count]
        self.mode = mode
        var stories: [CampaignStory] = [.whole, .interrupted, .killed, .half]
        if mode == .raw { stories += [.newJob, .elsewhere] }
        if mode == .calibrated { stories += [.newJob, .unsuitable] }
        story = one(stories)
        let isSpecial = Int.random(in: 0..<4, using: &random) == 0
        variants =
            story == .unsuitable
            ? [one([.refuseCalibrated, .ignoreCalibrated])] : isSpecial ? [one(CampaignDraw.usual)] : []
        hasVector = Int.random(in: 0..<4, using: &random) > 0
    }

    /// Whether the server wants tokens.
    var needsToken: Bool { fault == "expire" }

    func faults(by random: inout SeededGenerator) -> [Fault] {
        guard fault != CampaignDraw.mixture else { return CampaignFault.mixture }
        // A vector is one request.
        return CampaignFault.faults(fault, markers: mode == .vector ? 1 : markers, by: &random)
    }

    /// A line for people.
    var title: String {
        let words = variants.map(\.rawValue).sorted() + (hasVector ? [] : ["no-vector"])
        return (["round \(number):", mode.rawValue, story.rawValue, fault] + words).joined(separator: " ")
    }
}

/// The result of a round.
struct CampaignResult: Sendable {
    var findings: [CampaignFinding] = []
    /// The faults that fired, as they are written.
    var fired: [String] = []
    var requests = 0, commands = 0
    /// The commands and what they said.
    var log: [String] = []
    /// The changes of some markers that something was found about.
    var trail: [String] = []
}

/// The tool, and the files that every round begins with.
struct CampaignKit: Sendable {
    let tool: String
    private let fits: [CampaignMode: [Data]]

    /// Has the tool fit the motions.
    init(_ tool: String, _ modes: [CampaignMode]) throws {
        self.tool = tool
        let folder = try CampaignKit.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var fits: [CampaignMode: [Data]] = [:]
        for mode in modes {
            let tool = CampaignTool(path: tool, address: "", mode: mode)
            fits[mode] = try CampaignMotion.all(mode).enumerated().map { place, motion in
                let file = "\(mode.rawValue)-\(place).json"
                try tool.save(motion, as: file, in: folder)
                return try Data(contentsOf: folder.appending(path: file))
            }
        }
        self.fits = fits
    }

    /// The file of the fit of a motion.
    static func fit(_ motion: Int) -> String { "fit-\(motion).json" }

    /// A new folder, in memory if the machine has a file system there.
    static func folder() throws -> URL {
        let folder = MemoryFolder.root.appending(path: "campaign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Makes a folder with the fits.
    func write(_ mode: CampaignMode, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (place, fit) in (fits[mode] ?? []).enumerated() {
            try fit.write(to: folder.appending(path: CampaignKit.fit(place)))
        }
    }
}
