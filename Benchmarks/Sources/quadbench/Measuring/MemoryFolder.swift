import Foundation

/// The folder of temporary files: in memory if the machine has a file system there.
enum MemoryFolder {
    static let root: URL = {
        let memory = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    }()
}
