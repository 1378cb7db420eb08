internal import StrictJSON

extension FitDocument {
    /// The motion that was found, in every form.
    public struct Motion: Hashable, Sendable {
        /// The name of the model; `matrices` where nothing was fitted.
        public var model = "rigid"
        /// The reason for the model in words; `nil` if nothing was fitted.
        public var modelReason: String?
        public var scale = 1.0
        public var sourceCenter = SIMD3<Double>.zero, targetCenter = SIMD3<Double>.zero
        public var rest = SIMD3<Double>.zero
        public var rotation = Rotation()
        public var quaternion = Quaternion()
        /// The motion as 16 numbers, its scale included; `nil` if doubles cannot hold it.
        public var matrix: Matrix?
        public var turn = Turn()
        /// `nil` if nothing was fitted.
        public var shift: Shift?

        package init() {}

        /// A rotation as a matrix.
        public struct Rotation: Hashable, Sendable {
            public var rows: [SIMD3<Double>] = [], columns: [SIMD3<Double>] = []
            public var digits: Double?

            package init() {}
        }

        /// A rotation as a quaternion, with the real part last and first.
        public struct Quaternion: Hashable, Sendable {
            public var xyzw: [Double] = [], wxyz: [Double] = []
            public var digits: Double?

            package init() {}
        }

        /// A motion as one matrix.
        public struct Matrix: Hashable, Sendable {
            public var columnMajor: [Double] = [], rowMajor: [Double] = []
            /// The digits of a moved point, if known; `nil` if nothing was fitted.
            public var digits: Double??

            package init() {}
        }

        /// A rotation as an angle about an axis, in degrees.
        public struct Turn: Hashable, Sendable {
            public var angle = 0.0
            /// The 95 % error of the angle, if known; `nil` if nothing was fitted.
            public var bound95: Double??
            /// `nil` if nothing turns.
            public var axis: SIMD3<Double>?
            public var tilt = 0.0

            package init() {}
        }

        /// The displacement of the center of the pairs, in metres.
        public struct Shift: Hashable, Sendable {
            public var value = SIMD3<Double>.zero
            public var bound95: SIMD3<Double>?

            package init() {}
        }
    }
}

extension FitDocument.Motion: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Motion>] = [
        .constant("direction", "target from source", "Which way the motion goes."),
        .constant(
            "formula", "target = targetCenter + scale * rotation * (source - sourceCenter) + rest",
            "How it moves a point, in the members below.", schema: .string),
        .always("model", \.model, "What it can be at all; matrices where nothing was fitted."),
        .sometimes("modelReason", \.modelReason, "Why that, in words; not for matrices."),
        .always("scale", \.scale, "The scale, which is 1 but for a similarity."),
        .always("sourceCenter", \.sourceCenter, "The point about which it turns, in the source frame."),
        .always("targetCenter", \.targetCenter, "Where that point goes, but for the rest."),
        .always("rest", \.rest, "What is added at the end, so that no digit is lost."),
        .always("rotation", \.rotation, "The rotation as a matrix."),
        .always("quaternion", \.quaternion, "The rotation as a quaternion."),
        .always("matrix", \.matrix, "The whole motion as one matrix; null where doubles cannot hold it."),
        .always("rotationDegrees", \.turn, "The rotation as an angle about an axis."),
        .sometimes("shift", \.shift, "How far the middle of the pairs goes; not for matrices."),
    ]
}

extension FitDocument.Motion.Rotation: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Motion.Rotation>] = [
        .always("rows", \.rows, "The rows of its matrix.", count: 3),
        .always("columns", \.columns, "The columns of its matrix.", count: 3),
        .always("digits", \.digits, "How many digits it has."),
    ]
}

extension FitDocument.Motion.Quaternion: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Motion.Quaternion>] = [
        .always("xyzw", \.xyzw, "With the real part last.", count: 4),
        .always("wxyz", \.wxyz, "With the real part first.", count: 4),
        .always("digits", \.digits, "How many digits it has."),
    ]
}

extension FitDocument.Motion.Matrix: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Motion.Matrix>] = [
        .always("columnMajor", \.columnMajor, "Column by column, as ARKit has it.", count: 16),
        .always("rowMajor", \.rowMajor, "Row by row, as on paper.", count: 16),
        .sometimes("digits", \.digits, "How many digits of a moved point it gives."),
    ]
}

extension FitDocument.Motion.Turn: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Motion.Turn>] = [
        .always("angle", \.angle, "The angle."),
        .sometimes("bound95", \.bound95, "What it is off by at most in 95 of 100 cases."),
        .always("axis", \.axis, "The axis; null where nothing turns."),
        .always("tilt", \.tilt, "How far the vertical leans."),
    ]
}

extension FitDocument.Motion.Shift: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Motion.Shift>] = [
        .constant("of", "the middle of the pairs", "What is shifted.", schema: .string),
        .always("value", \.value, "How far."),
        .always("bound95", \.bound95, "What each part is off by at most in 95 of 100 cases."),
    ]
}
