/// The circumstances of a run: figures of another processor, build or load are not comparable.
package struct MachineRecord: Codable, Equatable, Sendable {
    package var processor: String
    /// Vendor, family and model, or the architecture where the system does not say: runs of one class are compared.
    package var processorClass: String
    package var flags: [String]
    package var processors: Int
    package var kernels: String
    package var governor: String?
    /// The processes that wanted to run in the last minute, before the run and after it.
    package var loadBefore: Double?
    package var loadAfter: Double?
    package var system: String
    package var compiler: String
    package var blas: String?
    package var blasThreads: String?
    package var commit: String?
    package var isDirty: Bool?

    package init(
        processor: String, processorClass: String, flags: [String], processors: Int, kernels: String,
        governor: String? = nil, loadBefore: Double? = nil, loadAfter: Double? = nil, system: String,
        compiler: String, blas: String? = nil, blasThreads: String? = nil, commit: String? = nil,
        isDirty: Bool? = nil
    ) {
        (self.processor, self.processorClass, self.flags) = (processor, processorClass, flags)
        (self.processors, self.kernels, self.governor) = (processors, kernels, governor)
        (self.loadBefore, self.loadAfter) = (loadBefore, loadAfter)
        (self.system, self.compiler) = (system, compiler)
        (self.blas, self.blasThreads, self.commit, self.isDirty) = (blas, blasThreads, commit, isDirty)
    }
}
