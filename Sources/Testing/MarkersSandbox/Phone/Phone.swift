internal import DemoScenes

/// The state of the phone: its settings, the frames that it has shown, and how it is doing. Only in memory.
final class Phone {
    let objects: [PhoneView.Object]
    var settings = Settings()
    private(set) var view: PhoneView
    private let wall: DemoWall?
    private let numbers: SeededNumbers
    private let start: Double
    private(set) var frameCount = 0
    /// The frames of requests by id, and those of the requests before them.
    private var recent: [String: Shot] = [:], older: [String: Shot] = [:]
    /// Of the latest frames, in milliseconds.
    private var inferences: [Double] = []

    struct Settings {
        var model = "colorcapyolo26x"
        /// Objects of less confidence are not reported.
        var leastConfidence = 0.5
        /// These two are kept and do nothing.
        var mostOverlap = 0.45, targetFPS = 30.0
        var isScanning = false
    }

    /// A frame that a request was answered from.
    struct Shot {
        let requestID: String
        let view: PhoneView
        let date: String
    }

    struct Status {
        var uptime = 612.0, framesPerSecond = 1.5
        var lastInference = 24.3, slowInference = 29.1
        var thermalState = "nominal"
    }

    /// As many frames as this are known at least, and no more than twice as many.
    private static let knownShots = 10_000
    /// Averages go over so many frames.
    private static let rolling = 100

    init(_ kind: SandboxPhone, _ numbers: SeededNumbers, seed: UInt64?, at time: Double) {
        (self.numbers, start) = (numbers, time)
        switch kind {
        case .sample:
            (wall, view, objects) = (nil, .sample, [PhoneView.sampleObject])
        case .wall:
            let wall = DemoWall(seed: seed ?? 1)
            self.wall = wall
            view = PhoneView(wall.frame(0), of: wall)
            objects = wall.objects.map {
                PhoneView.Object(
                    label: $0.label, center: $0.center, quad: $0.quad, width: DemoWall.size,
                    height: DemoWall.size)
            }
        }
    }

    func shoot(for requestID: String, on date: String) -> Shot {
        if let wall { view = PhoneView(wall.frame(frameCount), of: wall) }
        let shot = Shot(requestID: requestID, view: view, date: date)
        if recent.count >= Phone.knownShots { (older, recent) = (recent, [:]) }
        recent[requestID.lowercased()] = shot
        let share = numbers.share(UInt64(frameCount), of: 90)
        inferences.append((10 * (22 + 7 * share * share)).rounded() / 10)
        if inferences.count > Phone.rolling { inferences.removeFirst() }
        frameCount += 1
        return shot
    }

    /// The latest frame that a request of this id was answered from; nil where it is not known.
    func shot(of requestID: String) -> Shot? {
        let id = requestID.lowercased()
        return recent[id] ?? older[id]
    }

    /// - Parameter time: nil to count a tenth of a second for each of so many requests.
    func status(at time: Double?, requests: Int) -> Status {
        guard wall != nil else { return Status() }
        let uptime = (10 * (time.map { $0 - start } ?? Double(requests) / 10)).rounded() / 10
        let sorted = inferences.sorted()
        return Status(
            uptime: uptime,
            framesPerSecond: uptime > 0 ? (10 * Double(frameCount) / uptime).rounded() / 10 : 0,
            lastInference: inferences.last ?? 0,
            slowInference: sorted.isEmpty ? 0 : sorted[(sorted.count * 95 + 99) / 100 - 1])
    }
}

/// Random numbers, each computed from a seed, a stream and a place only (SplitMix64: Steele, Lea, Flood 2014).
struct SeededNumbers {
    let seed: UInt64

    func number(_ place: UInt64, of stream: UInt64 = 0) -> UInt64 {
        mixed(mixed(seed &+ 0x9e37_79b9_7f4a_7c15 &* (stream &+ 1)) &+ 0x9e37_79b9_7f4a_7c15 &* (place &+ 1))
    }

    /// A number from 0 to below 1.
    func share(_ place: UInt64, of stream: UInt64) -> Double {
        Double(number(place, of: stream) >> 11) * 0x1p-53
    }

    /// A random UUID (version 4) in lower case.
    func identifier(_ place: UInt64, of stream: UInt64) -> String {
        let high = number(2 &* place, of: stream) & 0xffff_ffff_ffff_0fff | 0x4000
        let low = number(2 &* place &+ 1, of: stream) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        let digits = [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private func mixed(_ state: UInt64) -> UInt64 {
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
