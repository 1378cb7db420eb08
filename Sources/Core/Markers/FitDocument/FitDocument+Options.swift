internal import RigidCalibration
internal import StrictJSON

extension FitDocument {
    /// The options of a fit.
    public enum Options: Hashable, Sendable {
        case fit(Fit)
        case matrices(Matrices)

        /// The options of a fit to pairs; lengths in metres.
        public struct Fit: Hashable, Sendable {
            package var model = ModelChoice.auto
            package var gravityDegrees = MotionModel.usualTilt
            package var noise: Double?
            /// `nil` also if an earlier version wrote the document.
            package var markerNoise: Double?
            /// `nil` where nothing was asked for, or if an earlier version wrote the document.
            package var groups: GroupChoice?
            package var isRobust = false
            package var bound: Double?
            /// The number of the motion that was chosen, from 1, if one was.
            package var choice: Int?
            /// How scans that bend were to be straightened; `nil` where nothing was asked for.
            package var straightening: StraighteningOption?
            package var tolerance: Double?
            package var failOn = FailureLevel.error

            package init() {}
        }

        /// The options of a motion from two matrices; lengths in metres.
        public struct Matrices: Hashable, Sendable {
            package var direction = MatrixDirection.scanFromModel
            package var tolerance: Double?
            package var failOn = FailureLevel.error

            package init() {}
        }

        /// A model by its word.
        package enum ModelChoice: String, CaseIterable, Hashable, Sendable {
            case auto, translation, yaw, gravity, rigid, similarity
        }

        /// The use of what pairs say of their markers.
        package enum GroupChoice: String, CaseIterable, Hashable, Sendable {
            /// Pairs that name their marker share its error.
            case auto
            /// All pairs are independent.
            case ignored = "none"
        }

        /// What scans that bend are to be straightened by.
        public enum StraighteningOption: String, CaseIterable, Hashable, Sendable {
            case none, place, time
            /// By what leave-one-out errors say, if it is worth it.
            case auto
        }

        /// The least severity at which a run fails.
        package enum FailureLevel: String, CaseIterable, Hashable, Sendable {
            case error, warning, never
        }

        /// The largest error that is good enough, in metres.
        package var tolerance: Double? {
            switch self {
            case .fit(let fit): fit.tolerance
            case .matrices(let matrices): matrices.tolerance
            }
        }
    }
}

extension FitDocument.Options: DocumentVariant {
    package static let forms: [DocumentForm<FitDocument.Options>] = [
        DocumentForm(fit), DocumentForm(matrices),
    ]

    package var object: any DocumentObject {
        switch self {
        case .fit(let fit): fit
        case .matrices(let matrices): matrices
        }
    }
}

extension FitDocument.Options.Fit: JudgingOptions {
    package static let members: [DocumentMember<Self>] =
        [
            .always("model", \.model, "The model that was asked for."),
            .always("gravityDegrees", \.gravityDegrees, "The tilt expected between levelled frames."),
            .always("noise", \.noise, "The deviation that was stated, in metres."),
            .sometimes("markerNoise", \.markerNoise, "The same of what the corners of a marker share."),
            .sometimes("groups", \.groups, "Whether pairs that name their marker share its error."),
            .always("robust", \.isRobust, "Whether pairs may be wrong."),
            .always("bound", \.bound, "How far off a pair may be that is not wrong, in metres."),
            .sometimes("choose", \.choice, "The motion that was asked for, by its number from 1."),
            .sometimes("straighten", \.straightening, "What a scan that bends was to be straightened by."),
        ] + judging
}

extension FitDocument.Options.Matrices: JudgingOptions {
    package static let members: [DocumentMember<Self>] =
        [.always("matrices", \.direction, "Which way the matrices go.")] + judging
}

/// The options by which any motion is judged.
private protocol JudgingOptions: DocumentObject {
    var tolerance: Double? { get set }
    var failOn: FitDocument.Options.FailureLevel { get set }
}

extension JudgingOptions {
    static var judging: [DocumentMember<Self>] {
        [
            .always("tolerance", \.tolerance, "The largest error that is good enough, in metres."),
            .always("failOn", \.failOn, "The least severity that fails."),
            .constant("lengths", "m", "What lengths in this document count."),
        ]
    }
}

extension MatrixDirection: DocumentValue {}
extension FitDocument.Options.ModelChoice: DocumentValue {}
extension FitDocument.Options.GroupChoice: DocumentValue {}
extension FitDocument.Options.StraighteningOption: DocumentValue {}
extension FitDocument.Options.FailureLevel: DocumentValue {}

/// The least severity at which a run fails.
package typealias FailureLevel = FitDocument.Options.FailureLevel
