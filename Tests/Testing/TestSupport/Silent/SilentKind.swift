public import Markers
internal import QuadGeometry

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A kind of rescan that once gave a wrong answer, or looks like one that did.
public struct SilentKind: Sendable {
    /// The id of the fault that it was found by; none of a rescan that can be answered.
    public private(set) var fault: String?
    public let name: String
    /// Whether so few of many equal markers are seen again that a refusal is no fault.
    public private(set) var isHard = false
    /// The share of scenes in which a sound answer is off by more than three times the error of 95 of 100, where each marker has an error of
    /// its own and few tell how large these are: by the F law 2 of 10,000 with four markers.
    public private(set) var law = 0.0
    /// Whether its scenes take so long that one of them is made for 25 of the others.
    public let isLarge: Bool
    private let make: @Sendable (inout SilentScene, inout SeededGenerator) -> Void

    init(
        _ name: String, isLarge: Bool = false,
        _ make: @escaping @Sendable (inout SilentScene, inout SeededGenerator) -> Void
    ) {
        (self.name, self.isLarge, self.make) = (name, isLarge, make)
    }

    public func trials(_ trials: Int) -> Int { isLarge ? max(trials / 25, 1) : trials }

    public static func named(_ name: String) -> SilentKind? { placed.first { $0.name == name } }

    /// The outcome of the scene that `quadbench silent --seed S --trial N` makes.
    public func outcome(seed: UInt64, trial: UInt64, by key: JoinKey = .label) -> SilentOutcome {
        outcome(seed: seed &* 1_000_003 &+ trial, by: key)
    }

    /// The outcome of a scene of this kind.
    public func outcome(seed: UInt64, by key: JoinKey = .label) -> SilentOutcome {
        var random = SeededGenerator(seed: seed)
        var scene = SilentScene(&random)
        make(&scene, &random)
        return SilentOutcome(scene, by: key, &random)
    }

    private var hard: SilentKind {
        var kind = self
        kind.isHard = true
        return kind
    }

    private func within(law: Double) -> SilentKind {
        var kind = self
        kind.law = law
        return kind
    }

    private func found(as fault: String) -> SilentKind {
        var kind = self
        kind.fault = fault
        return kind
    }

    public static let all =
        nothingInCommon.map { $0.found(as: "P1") } + symmetric.map { $0.found(as: "P6") }
        + movedTogether.map { $0.found(as: "P7") } + (ofAnother + twice).map { $0.found(as: "P14") }
        + ofTwo.map { $0.found(as: "P15") } + twoFloors.map { $0.found(as: "P19") }
        + bent.map { $0.found(as: "P20") } + bentBeyond.map { $0.found(as: "P23") }
        + copies.map { $0.found(as: "P24") } + swung.map { $0.found(as: "P22") }
        + movedABit.map { $0.found(as: "P13") } + mirrored.map { $0.found(as: "P27") } + sound

    /// All, and those that only a join by geometry can tell: by their labels alone they are another scan.
    public static let placed = all + misled.map { $0.found(as: "P6") }

    /// Equal labels, and no marker or hardly any that both scans have.
    private static let nothingInCommon: [SilentKind] =
        [8, 12, 20, 40].map { count in
            .init("nothing in common: \(count) sockets") { scene, random in
                scene.old = SilentPlace.sockets(count, &random)
                scene.new = SilentPlace.sockets(count, &random)
                scene.hasMotion = false
            }
        } + [
            .init("nothing in common: equal sizes on walls") { scene, random in
                scene.old = SilentPlace.onWalls(20, &random)
                scene.new = SilentPlace.onWalls(20, &random)
                scene.hasMotion = false
            },
            .init("nothing in common: 60 equal sizes", isLarge: true) { scene, random in
                scene.old = SilentPlace.onWalls(60, &random)
                scene.new = SilentPlace.onWalls(60, &random)
                scene.hasMotion = false
            },
            .init("nothing in common: sizes differ") { scene, random in
                scene.old = SilentPlace.onWalls(20, sizes: 0.1...0.4, &random)
                scene.new = SilentPlace.onWalls(20, sizes: 0.1...0.4, &random)
                scene.hasMotion = false
            },
            .init("nothing in common: a row of tiles each") { scene, random in
                scene.old = SilentPlace.tiles(8, by: 1, pitch: 0.5)
                scene.new = SilentPlace.tiles(6, by: 2, pitch: 0.5)
                scene.hasMotion = false
            },
            .init("2 of 40 in common", isLarge: true) { scene, random in
                scene.old = SilentPlace.onWalls(40, &random)
                scene.new =
                    Array(scene.old.shuffled(using: &random).prefix(2)) + SilentPlace.onWalls(38, &random)
                scene.hasMotion = false
            },
            .init("1 of 8 in common") { scene, random in
                scene.old = SilentPlace.onWalls(8, &random)
                scene.new =
                    Array(scene.old.shuffled(using: &random).prefix(1)) + SilentPlace.onWalls(7, &random)
                scene.hasMotion = false
            },
        ]

    /// A scan with one axis reversed, of which a wall alone looks like one that was turned about.
    private static let mirrored: [SilentKind] = [(4, 1), (4, 2), (5, 1), (6, 2), (12, 3), (20, 2)].map {
        (count, others) in
        .init("mirrored: \(count) on a wall and \(others) on others") { scene, random in
            scene.old = SilentPlace.mostlyOnOne(count, besides: others, &random)
            scene.new = scene.old.map { $0.mirrored }
            scene.hasMotion = false
        }
    }

    /// Equal labels, and another motion that explains as much.
    private static let symmetric: [SilentKind] =
        [3, 4, 8].map { common in
            .init("two equal rooms, \(common) seen again") { scene, random in
                let room = SilentPlace.onWalls(8, &random)
                let other = room.map { $0.moved(by: SIMD3(20, 0, 0)) }
                scene.old = room + other
                scene.new = Array(room.shuffled(using: &random).prefix(common))
                scene.hasMotion = false
            }
        } + [
            .init("5 x 5 tiles, 4 seen again") { scene, random in
                scene.old = SilentPlace.tiles(5, by: 5, pitch: 0.79)
                scene.new = Array(scene.old.shuffled(using: &random).prefix(4))
                scene.hasMotion = false
            },
            .init("5 x 5 tiles, four in a pinwheel seen again") { scene, _ in
                scene.old = SilentPlace.tiles(5, by: 5, pitch: 0.79)
                scene.new = [1, 9, 15, 23].map { scene.old[$0] }
                scene.hasMotion = false
            },
            .init("5 x 5 tiles, 2 x 2 seen again") { scene, random in
                scene.old = SilentPlace.tiles(5, by: 5, pitch: 0.79)
                let first = 5 * Int.random(in: 0...3, using: &random) + Int.random(in: 0...3, using: &random)
                scene.new = [0, 1, 5, 6].map { scene.old[first + $0] }
                scene.hasMotion = false
            },
            .init("a row of 6, 5 beside each other seen again") { scene, random in
                scene.old = SilentPlace.tiles(6, by: 1, pitch: 0.3, size: 0.08)
                (scene.noise, scene.markerNoise, scene.oldNoise) = (0.0001, 0.001, 0.001)
                scene.new = Array(Bool.random(using: &random) ? scene.old.prefix(5) : scene.old.suffix(5))
                scene.hasMotion = false
            },
            .init("a row of 10, 8 beside each other seen again") { scene, random in
                let first = Int.random(in: 0...2, using: &random)
                scene.old = SilentPlace.tiles(10, by: 1, pitch: 0.3, size: 0.08)
                (scene.noise, scene.markerNoise, scene.oldNoise) = (0.0001, 0.001, 0.001)
                scene.new = Array(scene.old[first..<first + 8])
                scene.hasMotion = false
            },
            .init("four equal walls") { scene, random in
                let wall = SilentPlace.tiles(3, by: 2, pitch: 0.8)
                scene.old = (0..<4).flatMap { side in
                    wall.map { $0.moved(by: SIMD3(-0.8, 0, 3)).turned(quarters: side) }
                }
                scene.new = scene.old
                scene.hasMotion = false
            },
            .init("one in common of equal size") { scene, random in
                scene.old = SilentPlace.onWalls(5, &random)
                scene.new = [scene.old[0]]
                scene.hasMotion = false
            },
        ]

    /// Places that are alike, and labels that lead to the other of them.
    private static let misled: [SilentKind] =
        [1, 3].map { odd in
            .init("a room alike from both sides with \(odd) more, two labels swapped") { scene, random in
                let side = SilentPlace.onWalls(4, &random)
                let room = side + side.map { $0.turned(quarters: 2) }
                scene.old = room + SilentPlace.onWalls(odd, &random)
                for place in scene.old.indices { scene.old[place].label = nil }
                scene.new = scene.old
                for (place, other) in [(0, 4), (4, 0)] {
                    scene.old[place].label = "M\(place)"
                    scene.new[other].label = "M\(place)"
                }
            }
        } + [
            .init("a row of doors counted from the other end, with 3 more") { scene, random in
                let doors = SilentPlace.tiles(9, by: 1, pitch: 1.2)
                scene.old = doors + SilentPlace.onWalls(3, &random).map { $0.moved(by: SIMD3(4, 0, 2)) }
                scene.new = scene.old
                for door in 0..<9 {
                    scene.old[door].label = "D\(door)"
                    scene.new[door].label = "D\(8 - door)"
                }
            },
            .init("another of two equal rooms, beside a lobby with labels") { scene, random in
                let room = SilentPlace.onWalls(8, &random)
                var lobby = SilentPlace.onWalls(3, &random).map { $0.moved(by: SIMD3(3, 0, 9)) }
                for place in lobby.indices { lobby[place].label = "L\(place)" }
                scene.old = room + lobby
                scene.new = room.map { $0.moved(by: SIMD3(7, 0, 0)) } + lobby
            },
        ]
        + [5, 8].map { count in
            .init("three floors alike to 2 cm, \(count) markers each, of which two each were seen") {
                scene, random in
                let floor = SilentPlace.onWalls(count, &random)
                let floors = (0..<3).map { number in
                    floor.map { stand in
                        stand.moved(
                            by: SIMD3(0, 3.2 * Double(number), 0) + 0.02 * SIMD3.normal(using: &random))
                    }
                }
                scene.old = floors[0] + floors[1]
                scene.new = floors[1] + floors[2]
                (scene.noise, scene.markerNoise) = (0.003, 0.001)
            }
        }

    /// Labels of their own, and some markers that somebody moved.
    private static let movedTogether: [SilentKind] =
        [4, 6, 8, 10].map { count in
            .init("half of \(count) moved together by 1 m") { scene, random in
                scene.old = SilentPlace.labelled(count, &random)
                scene.moveBlock(count / 2, by: 1, &random)
                scene.hasMotion = false
            }
        }
        + [5, 6].map { count in
            .init("\(count) of 12 moved together by 15 cm") { scene, random in
                scene.old = SilentPlace.labelled(12, &random)
                scene.moveBlock(count, by: 0.15, &random)
                scene.hasMotion = count < 6
            }
        }
        + [
            .init("3 of 6 moved together by 50 cm") { scene, random in
                scene.old = SilentPlace.labelled(6, &random)
                scene.moveBlock(3, by: 0.5, &random)
                scene.hasMotion = false
            }
        ]

    /// Two scans, and some markers that are from neither: of another session, left as they were, or worked out by an earlier motion.
    private static let ofAnother: [SilentKind] =
        [6, 8].map { count in
            .init("\(count) of 20 are in another frame") { scene, random in
                scene.old = SilentPlace.labelled(20, &random)
                scene.new = scene.old.enumerated().map { place, stand in
                    place < count ? stand.moved(by: SIMD3(7, 0, -4)).turned(quarters: 1) : stand
                }
                scene.hasToWarn = true
            }
        }
        + [5, 8, 16].flatMap { count in
            [("left as they were", SIMD3<Double>.zero), ("worked out before", SIMD3(0.1, 0.02, -0.2))].map {
                words, step in
                .init("\(count) of 20 are \(words)") { scene, random in
                    scene.old = SilentPlace.labelled(20, &random)
                    scene.new = scene.old
                    for place in 0..<count { scene.new[place].copiedBy = step }
                    (scene.hasMotion, scene.hasToWarn) = (count < 10, true)
                }
            }
        }

    /// Equal labels, of which most of the second scan are copies that were worked out before.
    private static let copies: [SilentKind] = [(12, 20), (14, 20), (16, 20), (120, 200), (160, 200)].map {
        count, all in
        .init("\(count) of \(all) equal labels are copies", isLarge: all > 20) { scene, random in
            scene.old = SilentPlace.onWalls(all, &random)
            scene.new = scene.old
            for place in 0..<count { scene.new[place].copiedBy = SIMD3(0.1, 0.02, -0.2) }
            scene.hasMotion = false
        }
    }

    /// A scan that holds two sessions of the same markers, one a little beside the other.
    private static let twice: [SilentKind] = [0.06, 0.15].map { step in
        .init("12 seen twice, \(step) m apart") { scene, random in
            scene.old = SilentPlace.labelled(12, &random)
            scene.new = scene.old + scene.old.map { $0.moved(by: SIMD3(step, 0.01, -0.3 * step)) }
            scene.hasMotion = false
        }
    }

    /// Two markers, one of which was moved across the line between them, so that its distance is the same.
    private static let ofTwo: [SilentKind] = [0.1, 0.3].map { step in
        .init("one of two moved across by \(step) m") { scene, random in
            let pair = SilentPlace.labelled(8, &random).shuffled(using: &random).prefix(2)
            scene.old = Array(pair)
            let apart = pair[1].quad.center - pair[0].quad.center
            scene.new = [pair[0], pair[1].moved(by: SIMD3(-apart.z, 0, apart.x) / apart.length * step)]
            scene.hasToWarn = true
        }
    }

    /// Labels that both floors have, of which the second scan has one floor and the first all of the other.
    private static let twoFloors: [SilentKind] = [8, 10, 14, 18, 22].map { count in
        .init("24 labels of two floors, \(count) of the one seen again") { scene, random in
            let floor = SilentPlace.labelled(24, &random)
            let above = floor.map { $0.moved(by: SIMD3(0, 3.2, 0)) }
            scene.old = floor + above.shuffled(using: &random).prefix(count)
            scene.new = above
        }
    }

    /// A corridor whose second scan bends, of which a part was seen again.
    private static let bent = [(12, 2.0), (12, 3), (12, 5), (16, 1), (16, 2), (20, 1), (20, 3), (25, 1)].map {
        corridor($0, bending: $1)
    }

    /// The same, of which what was seen shows no bend.
    private static let bentBeyond: [SilentKind] = [(6, 3.0), (8, 1), (8, 3), (8, 5), (12, 1)].map {
        corridor($0, bending: $1)
    }

    private static func corridor(_ count: Int, bending degrees: Double) -> SilentKind {
        .init("\(count) of 30 m of a corridor that bends by \(Int(degrees))°") { scene, random in
            scene.old = SilentPlace.corridor(30, length: 30, &random)
            scene.new = Array(scene.old.prefix(count))
            scene.curvature = degrees / 180 * .pi / 30
            (scene.noise, scene.markerNoise) = (0.003, 0.0015)
        }
    }

    /// A room one wall of which is hinged at its end, as doors and folding partitions are, and was opened: its motion meets that of the
    /// others at the hinge, as a bend does.
    private static let swung: [SilentKind] = [12, 24].flatMap { count in
        [0.1, 0.3, 1, 3, 10, 45].map { degrees in
            .init("a wall of a room of \(count) markers, opened by \(degrees)°") { scene, random in
                scene.old = SilentPlace.labelled(count, &random)
                scene.new = scene.old.enumerated().map { place, stand in
                    4 * place < count ? stand.opened(by: degrees / 180 * .pi) : stand
                }
            }
        }
    }

    /// The same, all over the place, by a few times the noise.
    private static let movedABit: [SilentKind] =
        [2, 10, 20, 33, 40].flatMap { share in
            [4.0, 8, 13, 30].map { times in
                .init(
                    "\(share) % of 1000 moved by \(Int(times)) times the noise", isLarge: true
                ) { scene, random in
                    scene.old = SilentPlace.labelled(1000, &random)
                    scene.moveSome(10 * share, by: times * scene.noise, &random)
                }
            }
        }

    /// Rescans that can be answered.
    private static let sound: [SilentKind] =
        [(5, 12), (6, 20), (10, 40)].map { common, count in
            .init("sound: \(common) of \(count) equal labels, as many new") { scene, random in
                scene.old = SilentPlace.onWalls(count, &random)
                scene.new = Array(scene.old.prefix(common)) + SilentPlace.onWalls(count - common, &random)
            }.hard
        } + [
            .init("sound: 8 of 12 equal labels") { scene, random in
                scene.old = SilentPlace.onWalls(12, &random)
                scene.new = Array(scene.old.prefix(8)) + SilentPlace.onWalls(4, &random)
            },
            .init("sound: 20 of 40 equal labels") { scene, random in
                scene.old = SilentPlace.onWalls(40, &random)
                scene.new = Array(scene.old.prefix(20)) + SilentPlace.onWalls(20, &random)
            },
            .init("sound: 12 of 20 equal labels, to the last digit") { scene, random in
                scene.noise = 0
                scene.old = SilentPlace.onWalls(20, &random)
                scene.new = Array(scene.old.prefix(12)) + SilentPlace.onWalls(8, &random)
            },
            .init("sound: all of 6 equal labels") { scene, random in
                scene.old = SilentPlace.onWalls(6, &random)
                scene.new = scene.old
            },
            .init("sound: 5 of 6 and 7, sizes differ") { scene, random in
                scene.old = SilentPlace.onWalls(6, sizes: 0.1...0.4, &random)
                scene.new = Array(scene.old.prefix(5)) + SilentPlace.onWalls(2, sizes: 0.1...0.4, &random)
            },
            .init("sound: all of 4 own labels") { scene, random in
                scene.old = SilentPlace.labelled(4, &random)
                scene.new = scene.old
            },
            .init("sound: a row of 20 signs, 3 labels wrong") { scene, random in
                scene.old = (0..<20).map { place in
                    let along = 2 * Double(place) + .random(in: -0.2...0.2, using: &random)
                    return SilentPlace.tiles(1, by: 1, pitch: 1)[0].moved(by: SIMD3(along, 1.5, 0))
                }
                scene.new = scene.old
                for place in 0..<20 {
                    scene.old[place].label = "M\(place)"
                    scene.new[place].label = "M\(place < 17 ? place : place + 1)"
                }
            }.hard,
            .init("sound: all of 24 own labels, 2 mm of a corner and 2 mm of a marker") { scene, random in
                scene.old = SilentPlace.labelled(24, &random)
                scene.new = scene.old
                (scene.noise, scene.markerNoise) = (0.0028, 0.0028)
            },
            .init("sound: all of 12 own labels") { scene, random in
                scene.old = SilentPlace.labelled(12, &random)
                scene.new = scene.old
            },
            .init("sound: 3 of 12 own labels moved") { scene, random in
                scene.old = SilentPlace.labelled(12, &random)
                scene.moveBlock(3, by: 0.6, &random)
            },
            .init("sound: all of 4 own labels, each moved by 1 cm") { scene, random in
                scene.old = SilentPlace.labelled(4, &random)
                scene.new = scene.old.map {
                    $0.moved(by: 0.01 * SIMD3(.normal(using: &random), 0, .normal(using: &random)))
                }
            }.within(law: 2e-4),
            .init("sound: 20 of 200 equal labels", isLarge: true) { scene, random in
                scene.old = SilentPlace.onWalls(200, &random)
                scene.new = Array(scene.old.prefix(20)) + SilentPlace.onWalls(180, &random)
            }.hard,
        ]
        + [200, 400, 800].map { count in
            .init("sound: half of \(count) equal labels", isLarge: true) { scene, random in
                scene.old = SilentPlace.onWalls(count, &random)
                scene.new = Array(scene.old.prefix(count / 2)) + SilentPlace.onWalls(count / 4, &random)
            }
        }
}

extension SilentScene {
    /// The same of markers all over.
    fileprivate mutating func moveSome(_ count: Int, by distance: Double, _ random: inout SeededGenerator) {
        let order = old.shuffled(using: &random)
        (old, new) = (order, order)
        let step = SIMD3(1, 0.5, -1) / 1.5 * distance
        for marker in 0..<count { new[marker] = old[marker].moved(by: step) }
    }

    /// The second scan has all markers, of which so many, that stand beside each other, are as far away, all in one direction.
    fileprivate mutating func moveBlock(_ count: Int, by distance: Double, _ random: inout SeededGenerator) {
        let angle = Double.random(in: 0...6.28, using: &random)
        let step = SIMD3(cos(angle), 0, sin(angle)) * distance
        let first = Int.random(in: 0..<old.count, using: &random)
        new = old
        for place in 0..<count {
            let marker = (first + place) % old.count
            new[marker] = old[marker].moved(by: step)
        }
    }
}
