internal import QuadKernels

#if WIDE_KERNELS
internal import QuadKernelsV3
internal import QuadKernelsV4
#endif

extension KernelLevel {
    /// A C function, which is called without counting references: it takes less time than a table of kernels to copy.
    typealias WalkTree =
        @convention(c) (
            UnsafeRawPointer, UnsafePointer<Double>, UnsafeMutablePointer<Float>, UnsafePointer<Double>,
            Float,
            UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<Double>
        ) -> Int

    /// The walk of this level, or of the widest available below it.
    @inline(__always)
    var walkTree: WalkTree {
        #if WIDE_KERNELS
        switch (self, KernelLevel.widest) {
        case (.v4, .v4): { unsafe QuadKernelsV4.walkTree($0, $1, $2, $3, $4, $5, $6, $7) }
        case (.v4, .v3), (.v3, .v3), (.v3, .v4):
            { unsafe QuadKernelsV3.walkTree($0, $1, $2, $3, $4, $5, $6, $7) }
        default: { unsafe QuadKernels.walkTree($0, $1, $2, $3, $4, $5, $6, $7) }
        }
        #else
        { unsafe QuadKernels.walkTree($0, $1, $2, $3, $4, $5, $6, $7) }
        #endif
    }

    typealias CollectOverlaps =
        @convention(c) (
            UnsafeRawPointer, Int, UnsafeRawPointer, UnsafeRawPointer, Int32, UnsafeMutablePointer<Int32>
        ) -> Int

    /// The search for overlaps of this level, or of the widest available below it.
    var collectOverlaps: CollectOverlaps {
        #if WIDE_KERNELS
        switch (self, KernelLevel.widest) {
        case (.v4, .v4): { unsafe QuadKernelsV4.collectOverlaps($0, $1, $2, $3, $4, $5) }
        case (.v4, .v3), (.v3, .v3), (.v3, .v4):
            { unsafe QuadKernelsV3.collectOverlaps($0, $1, $2, $3, $4, $5) }
        default: { unsafe QuadKernels.collectOverlaps($0, $1, $2, $3, $4, $5) }
        }
        #else
        { unsafe QuadKernels.collectOverlaps($0, $1, $2, $3, $4, $5) }
        #endif
    }

    typealias ApproachTree =
        @convention(c) (
            UnsafeRawPointer, UnsafeMutablePointer<Float>, Float, UnsafeMutablePointer<UInt64>,
            UnsafeMutablePointer<Int>
        ) -> Int

    /// The walk towards a point of this level, or of the widest available below it.
    var approachTree: ApproachTree {
        #if WIDE_KERNELS
        switch (self, KernelLevel.widest) {
        case (.v4, .v4): { unsafe QuadKernelsV4.approachTree($0, $1, $2, $3, $4) }
        case (.v4, .v3), (.v3, .v3), (.v3, .v4): { unsafe QuadKernelsV3.approachTree($0, $1, $2, $3, $4) }
        default: { unsafe QuadKernels.approachTree($0, $1, $2, $3, $4) }
        }
        #else
        { unsafe QuadKernels.approachTree($0, $1, $2, $3, $4) }
        #endif
    }

    typealias CoverPixels =
        @convention(c) (
            UnsafePointer<Double>, UnsafePointer<Double>, UnsafeMutablePointer<Int>, Int,
            UnsafePointer<Double>, Int, Int, Int, Int, Int32, UnsafeMutablePointer<Double>,
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt64>,
            UnsafeMutablePointer<Int>
        ) -> Int

    /// The search for the pixels of a quad of this level, or of the widest available below it.
    var coverPixels: CoverPixels {
        #if WIDE_KERNELS
        switch (self, KernelLevel.widest) {
        case (.v4, .v4):
            { unsafe QuadKernelsV4.coverPixels($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) }
        case (.v4, .v3), (.v3, .v3), (.v3, .v4):
            { unsafe QuadKernelsV3.coverPixels($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) }
        default:
            { unsafe QuadKernels.coverPixels($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) }
        }
        #else
        { unsafe QuadKernels.coverPixels($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) }
        #endif
    }

    typealias CrossQuad =
        @convention(c) (
            UnsafePointer<Double>, UnsafePointer<Double>, UnsafeMutablePointer<Double>
        ) -> Int
    typealias PlaceCrossing =
        @convention(c) (
            UnsafePointer<Double>, UnsafePointer<Double>, Bool, UnsafeMutablePointer<Double>
        ) -> Bool

    /// The crossing of a quad and the place in it, of this level or of the widest available below it.
    @inline(__always)
    var crossings: (cross: CrossQuad, place: PlaceCrossing) {
        #if WIDE_KERNELS
        switch (self, KernelLevel.widest) {
        case (.v4, .v4):
            (
                { unsafe QuadKernelsV4.crossQuad($0, $1, $2) },
                { unsafe QuadKernelsV4.placeCrossing($0, $1, $2, $3) }
            )
        case (.v4, .v3), (.v3, .v3), (.v3, .v4):
            (
                { unsafe QuadKernelsV3.crossQuad($0, $1, $2) },
                { unsafe QuadKernelsV3.placeCrossing($0, $1, $2, $3) }
            )
        default:
            (
                { unsafe QuadKernels.crossQuad($0, $1, $2) },
                { unsafe QuadKernels.placeCrossing($0, $1, $2, $3) }
            )
        }
        #else
        ({ unsafe QuadKernels.crossQuad($0, $1, $2) }, { unsafe QuadKernels.placeCrossing($0, $1, $2, $3) })
        #endif
    }

    private static let widest = best
}
