internal import QuadGeometry

extension Calibration {
    /// The length that the residual of each check pair stays within, so that all of them do in 95 of 100 cases; in metres. `nil` where
    /// the noise is not known.
    ///
    /// The pairs of a group are corners of a marker that took no part in the fit. They share its error and that of the motion there,
    /// and n of them whose errors have a correlation of ρ count as n - (n - 1) ρ² pairs of their own (Nyholt 2004).
    public func bounds(ofChecks checks: Correspondences) -> [Double]? {
        guard let covariance = evidence.covariance else { return nil }
        let places = checks.sources.map { moved($0) }
        let noises = (0..<checks.count).map {
            checks.noise(of: $0, turnedBy: targetFromSource.rotation, growth: growth)
        }
        var count = 0.0
        for marker in checks.members {
            var likeness = 0.0
            for pair in marker {
                likeness += self.likeness(covariance.covariance(ofMoved: places[pair]), noises[pair])
            }
            likeness /= Double(marker.count)
            count += Double(marker.count) - Double(marker.count - 1) * likeness * likeness
        }
        return zip(places, noises).map { place, noise in
            covariance.farBound(
                of: covariance.covariance(ofMoved: place) + evidence.noise(ofPair: noise),
                exceededWith: Self.shareBeyond / count, tail: Self.tailFreedom)
        }
    }

    /// The share of cases in which some check pair is farther off than its bound.
    private static let shareBeyond = 0.05
    /// A prior: with it, one in fourteen fits to public trajectories of devices has a check pair beyond its bound, with 3 one in ten.
    private static let tailFreedom = 2.0

    /// The correlation between the errors of two new corners of a marker.
    private func likeness(_ motion: SymmetricMatrix, _ noise: SymmetricMatrix?) -> Double {
        let marker = noise == nil ? evidence.errors?.marker ?? 0 : 0
        let shared = motion.trace + 3 * marker * marker
        let all = motion.trace + evidence.noise(ofPair: noise).trace
        return all > 0 ? Double.minimum(shared / all, 1) : 1
    }
}

extension MotionCovariance {
    /// The length that an error of some covariance exceeds in a smaller share of cases than 5 %.
    ///
    /// Real scans are off by more, more often, than a normal law says: from the bound of 95 %, tails are those of few degrees of
    /// freedom, `tail`, where the noise is estimated.
    func farBound(of covariance: SymmetricMatrix, exceededWith share: Double, tail: Double) -> Double {
        guard freedom > tail, freedom.isFinite else { return bound(of: covariance, exceededWith: share) }
        let far = covariance.bound(exceededWith: share, freedom: tail)
        let usual = covariance.bound(freedom: tail)
        return usual > 0 ? bound(of: covariance) * (far / usual) : 0
    }
}
