import Foundation
import Markers
import MarkersClient
import QuadGeometry

/// What others do while somebody's run writes, and what happens to files.
extension WorldStory {
    /// What somebody else does, where they do anything; only a recalibration has rivals.
    func interruption(besides person: Int? = nil) -> WorldInterruption? {
        if let person, chance(0.1) {
            let rival = (person + 1) % persons.count
            return chance(0.6) ? .run(by: rival) : .sleep(rival: rival)
        }
        guard chance(0.12) else { return nil }
        return chance(0.7) ? .edit : .lostAnswer
    }

    func interlude(
        _ meanwhile: WorldInterruption, _ action: WorldAction, _ sessions: Set<UUID>, to frame: Int,
        beside connection: WorldConnection
    ) -> WorldInterlude {
        let losesAnswer = if case .lostAnswer = meanwhile { true } else { false }
        let isRun = if case .run = meanwhile { true } else { false }
        let isSleep = if case .sleep = meanwhile { true } else { false }
        return WorldInterlude(
            write: dice.number(in: isSleep ? 1...2 : 1...8),
            // A vector has no version, so nobody can be sure of it at the write itself.
            isAtMarker: mode != .vector && (!isRun || chance(0.5)),
            losesAnswer: losesAnswer
        ) { marker in
            switch meanwhile {
            case .edit: try? await self.edit(sessions)
            case .lostAnswer:
                guard let marker, self.mode == .raw else { return }
                self.note("meanwhile \(marker.uuidString.prefix(4)) has a corner set right")
                self.lastEdit = .setRight
                try? await self.space.setRight(marker)
            case .run(let rival):
                // A lock that is not yet extended is short.
                let isHeld = connection.hasLock && connection.markerWrites > 0 && !self.hasTrouble
                _ = try? await self.perform(action, sessions, to: frame, by: rival, cut: nil)
                if isHeld, let others = self.lastConnection, others.markerWrites > 0 {
                    self.find(.untold, "\(self.persons[rival].name) works on what somebody has locked")
                }
            case .sleep(let rival):
                self.space.clock.advance(by: 3600)
                let cut = WorldConnection.Cut(write: 1, hasEffect: false, isAtMarker: true)
                _ = try? await self.perform(action, sessions, to: frame, by: rival, cut: cut)
                if self.lastConnection?.hasLock == true {
                    connection.writesWithLock = connection.markerWrites
                }
            }
        }
    }

    /// Somebody's edit in sessions while they are moved.
    private func edit(_ sessions: Set<UUID>) async throws {
        if mode == .vector {
            lastEdit = .vector
            vectors.append(try await space.setVector())
            return note("meanwhile the vector is set")
        }
        guard let (id, truth) = marker(where: sessions.contains) else { return }
        let edit: WorldEdit =
            mode == .raw
            ? dice.one(of: [.painted, .removed, .added, .surveyed, .hungElsewhere, .hungElsewhere])
            : dice.one(of: [.painted, .removed, .added, .hungElsewhere, .hungElsewhere])
        lastEdit = edit
        note("meanwhile \(id.uuidString.prefix(4)): \(edit.rawValue)")
        switch edit {
        case .painted: try await space.paint(id)
        case .removed: try await space.remove(id)
        case .added: try await space.addMarker(to: truth.session)
        case .surveyed: surveyed[id] = try await space.survey(id)
        case .hungElsewhere, .setRight, .vector:
            if let calibrated = try await space.seen()[id]?.calibrated {
                past[id, default: []].append(calibrated)
            }
            try await space.rehang(id, by: dice.point(within: 2))
        }
    }

    /// A byte of a job's file, or of its copy in the records, is another one.
    ///
    /// Often it is a digit; then that person goes on with the job, or puts it back.
    func damageJob(of person: Int) async throws {
        guard !persons[person].jobs.isEmpty else { return }
        let job = dice.one(of: persons[person].jobs)
        let path = file(of: job, person)
        guard var bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { return }
        let digits = bytes.indices.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
        let isDigit = !digits.isEmpty && chance(0.7)
        let place = isDigit ? dice.one(of: digits) : dice.number(in: 0...bytes.count - 1)
        bytes[place] ^= isDigit ? 1 : UInt8(1 << dice.number(in: 0...7))
        hasDamage = true
        totals[.faults] += 1
        note("a byte of a job of \(persons[person].name) is another one, at \(place) of \(bytes.count)")
        try bytes.write(to: URL(fileURLWithPath: path))
        let action = chance(0.5) ? WorldAction.undo(path) : .resume(path)
        _ = try await run(action, of: job.path, job.sessions, to: job.frame, by: person)
    }
}
