internal import QuadGeometry
internal import RigidCalibration

extension FitDocument.Join {
    /// Takes the result of a join.
    ///
    /// - Parameters:
    ///   - joined: the markers of both sides, with their pairs.
    ///   - target: the corners of the new markers that are meant.
    ///   - targetIsStated: whether somebody said so.
    package init(_ joined: JoinedMarkers, target: MarkerCoordinates = .raw, targetIsStated: Bool = false) {
        let join = joined.join
        self.init()
        key = join.key.name
        self.target = target == .raw ? .raw : .calibrated
        self.targetIsStated = targetIsStated
        markers = joined.matches.map { Marker($0, join) }
        leftOut = joined.leftOut.map { one in
            let marker = one.side == .old ? join.old[one.place] : join.new[one.place]
            var own = LeftOut()
            (own.side, own.id, own.label) = (one.side, marker.id.wireText, marker.label)
            own.line = marker.place.line
            own.center = marker.quad.canBeFitted ? marker.quad.center : nil
            (own.reason, own.sentence) = (one.reason.rawValue, one.reason.text(join.key))
            return own
        }
        // By geometry none tells one from another.
        repeated = (join.key == .geometry ? [] : join.repeated).map { key in
            var own = RepeatedKey()
            own.key = key.key
            own.old = key.old.map { join.old[$0].id.wireText }
            own.new = key.new.map { join.new[$0].id.wireText }
            return own
        }
        unknownIDs = join.unknownIdentifiers.map { one in
            var own = UnknownID()
            (own.side, own.id) = (one.side, one.id.wireText)
            return own
        }
    }
}

extension FitDocument.Join.Marker {
    fileprivate init(_ match: JoinedMarkers.Match, _ join: MarkerJoin) {
        let (old, new) = (join.old[match.old], join.new[match.new])
        name = match.name
        (self.old, oldSession) = (old.id.wireText, old.collection?.wireText)
        (self.new, newSession) = (new.id.wireText, new.collection?.wireText)
        newLine = new.place.line
        newCorners = (0..<4).map { "p\(match.order.indices[$0] + 1)" }
        (orderMargin, wasChosen) = (match.margin, match.wasChosen)
        (distance, nextDistance) = (match.distance, match.nextDistance)
    }
}

extension UnjoinedMarker.Reason {
    package func text(_ key: JoinKey) -> String {
        switch self {
        case .noKey:
            switch key {
            case .label, .anchor: "it has no \(key.name)"
            case .map: "it is not in the map"
            case .geometry: "no fit can use it"
            }
        case .excluded: "it was not to be used, or its match was not"
        case .noPartner: "it has no match in the other file"
        case .repeatedKey: "its \(key.name) is not unique"
        case .noneInPlace:
            key == .geometry
                ? "none of the other file is where the motion would put it"
                : "its \(key.name) is not unique, and no candidate is where the motion would put it"
        }
    }
}
