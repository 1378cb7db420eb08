internal import CProcessor
internal import QuadKernels
internal import QuadKernelsSingle

#if WIDE_KERNELS
internal import QuadKernelsV3
internal import QuadKernelsV3Single
internal import QuadKernelsV4
#endif

/// A build of the kernels that work on columns. All give the same bits; wider ones are faster.
public enum KernelLevel: String, Hashable, Sendable, CaseIterable {
    /// Any processor.
    case baseline
    /// x86-64-v3: AVX2.
    case v3
    /// x86-64-v4: AVX-512.
    case v4

    /// The levels this build holds and this processor can run, the widest last; none above what `QUADCAL_KERNELS` (`baseline` or
    /// `v3`) in the environment asks for, by which a machine can be measured as a lesser one.
    public static let available: [KernelLevel] = {
        #if WIDE_KERNELS
        let processor = processor_level()
        return [.baseline] + (processor >= 3 ? [.v3] : []) + (processor >= 4 ? [.v4] : [])
        #else
        return [.baseline]
        #endif
    }()

    /// The widest level available; found out once.
    public static let best = available.last ?? .baseline

    /// The kernels of the widest level available; chosen once.
    package static let bestKernels = best.kernels

    /// The kernels of this level, or of the widest available below it.
    package var kernels: Kernels {
        #if WIDE_KERNELS
        switch KernelLevel.available.contains(self) ? self : .best {
        case .baseline: .baseline
        case .v3: .v3
        case .v4: .v4
        }
        #else
        .baseline
        #endif
    }
}

/// One build of each kernel; see `QuadKernels` for what they take.
@safe
package struct Kernels: Sendable {
    package typealias Doubles = UnsafePointer<Double>
    package typealias Results = UnsafeMutablePointer<Double>
    package typealias PairLayout = (pair: Int, axis: Int, problem: Int)

    /// A C function, which is called without counting references.
    package typealias FitOne = @convention(c) (Doubles, Doubles, Int, Int, Results) -> Bool

    let measureQuads: @Sendable (Doubles, Int, Int, Results, Int) -> Bool
    let movePoints: @Sendable (Doubles, Int, Int, Doubles, Results, Int) -> Void
    let movePackedInPlace: @Sendable (Results, Int, Doubles) -> Void
    let movePacked: @Sendable (Doubles, Int, Doubles, Results) -> Void
    let moveStrided:
        @Sendable (UnsafePointer<SIMD4<Double>>, Int, Doubles, UnsafeMutablePointer<SIMD4<Double>>) -> Void
    let screenQuads:
        @Sendable (Doubles, Int, Int, Doubles, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) ->
            Void
    let markQuadsOnLine:
        @Sendable (UnsafePointer<Float>, Int, Int, UnsafePointer<Float>, UnsafeMutablePointer<UInt16>) -> Void
    let markConsistentPairs: @Sendable (UnsafePointer<Float>, Int, Int, UnsafeMutablePointer<UInt64>) -> Void
    let countCommonBits:
        @Sendable (
            UnsafePointer<UInt64>, UnsafePointer<UInt64>, Int, UnsafePointer<Int32>, Int,
            UnsafeMutablePointer<Int32>
        ) -> Void
    package let fitPairs:
        @Sendable (
            Doubles, Doubles, PairLayout, Int, Int, Results, Results, UnsafeMutablePointer<UInt8>,
            Results
        ) -> Void
    package let fitOne: FitOne
    package let sumPairs: @Sendable (Doubles, Doubles, Int, Doubles, Results) -> Void

    static let baseline = unsafe Kernels(
        measureQuads: QuadKernels.measureQuads, movePoints: QuadKernels.movePoints,
        movePackedInPlace: QuadKernels.movePacked, movePacked: QuadKernels.movePacked(_:_:_:into:),
        moveStrided: QuadKernels.moveStrided, screenQuads: QuadKernels.screenQuads,
        markQuadsOnLine: QuadKernels.markQuadsOnLine,
        markConsistentPairs: QuadKernels.markConsistentPairs, countCommonBits: QuadKernels.countCommonBits,
        fitPairs: QuadKernels.fitPairs,
        fitOne: { unsafe QuadKernelsSingle.fitOne($0, $1, $2, $3, $4) },
        sumPairs: unsafe QuadKernels.sumPairs)

    #if WIDE_KERNELS
    static let v3 = unsafe Kernels(
        measureQuads: QuadKernelsV3.measureQuads, movePoints: QuadKernelsV3.movePoints,
        movePackedInPlace: QuadKernelsV3.movePacked, movePacked: QuadKernelsV3.movePacked(_:_:_:into:),
        moveStrided: QuadKernelsV3.moveStrided, screenQuads: QuadKernelsV3.screenQuads,
        markQuadsOnLine: QuadKernelsV3.markQuadsOnLine,
        markConsistentPairs: QuadKernelsV3.markConsistentPairs,
        countCommonBits: QuadKernelsV3.countCommonBits,
        fitPairs: QuadKernelsV3.fitPairs,
        fitOne: { unsafe QuadKernelsV3Single.fitOne($0, $1, $2, $3, $4) },
        sumPairs: unsafe QuadKernelsV3.sumPairs)

    static let v4 = unsafe Kernels(
        measureQuads: QuadKernelsV4.measureQuads, movePoints: QuadKernelsV4.movePoints,
        movePackedInPlace: QuadKernelsV4.movePacked, movePacked: QuadKernelsV4.movePacked(_:_:_:into:),
        moveStrided: QuadKernelsV4.moveStrided, screenQuads: QuadKernelsV4.screenQuads,
        markQuadsOnLine: QuadKernelsV4.markQuadsOnLine,
        markConsistentPairs: QuadKernelsV4.markConsistentPairs,
        countCommonBits: QuadKernelsV4.countCommonBits,
        fitPairs: QuadKernelsV4.fitPairs,
        fitOne: { unsafe QuadKernelsV3Single.fitOne($0, $1, $2, $3, $4) },
        sumPairs: unsafe QuadKernelsV4.sumPairs)
    #endif
}
