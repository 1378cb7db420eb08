/// What the server keeps.
enum Kind: String, Hashable, Sendable, CaseIterable {
    case space
    case workSession = "work_session"
    case marker
    case referenceSet = "reference_set"
    case anchor
    case laserGuide = "laser_guide"

    /// In words.
    var label: String { rawValue.replacing("_", with: " ") }

    /// The member that names what one belongs to.
    var parent: String? {
        switch self {
        case .space: nil
        case .workSession, .referenceSet, .laserGuide: "space_id"
        case .marker: "work_session_id"
        case .anchor: "session_id"
        }
    }

    var entity: Entity {
        switch self {
        case .space: .space
        case .workSession: .workSession
        case .marker: .marker
        case .referenceSet: .referenceSet
        case .anchor: .anchor
        case .laserGuide: .laserGuide
        }
    }
}

/// The members of a kind of thing, as the server answers them, and who may set them.
struct Entity: Sendable {
    let name: String
    let members: [Member]

    struct Member: Sendable {
        let name: String
        let shape: Shape
        let access: Access
        /// The value where none is given, as JSON.
        let standard: String

        init(_ name: String, _ shape: Shape, _ access: Access = [], standard: String = "null") {
            (self.name, self.shape, self.access, self.standard) = (name, shape, access, standard)
        }
    }

    /// Who sets a member; the server alone where it is empty.
    struct Access: OptionSet, Sendable {
        let rawValue: Int
        static let create = Access(rawValue: 1)
        static let update = Access(rawValue: 2)
        /// Must be given on creation.
        static let needed = Access(rawValue: 5)
        static let both: Access = [.create, .update]
    }

    /// The body that makes one.
    var creation: Record {
        Record(
            name: "Create\(name)",
            members: members.filter { $0.access.contains(.create) }.map {
                Record.Member($0.name, $0.shape, isRequired: $0.access.contains(.needed))
            })
    }

    /// The body that changes one; its version, where it has one, is a condition and no change.
    var update: Record {
        Record(
            name: "Update\(name)",
            members: members.filter { $0.access.contains(.update) || $0.name == "version" }.map { member in
                // Null changes nothing, so it is taken for any member.
                if case .nullable = member.shape { return Record.Member(member.name, member.shape) }
                return Record.Member(member.name, .nullable(member.shape))
            })
    }

    /// One as it is answered.
    var reply: Record {
        Record(name: name, members: members.map { Record.Member($0.name, $0.shape, isRequired: true) })
    }
}
