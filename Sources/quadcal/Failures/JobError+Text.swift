import MarkersClient

extension JobError {
    /// The message: what was found, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .exists:
            "the file exists, and a job is never overwritten; go on with it (--resume), or name another"
        case .file(let path, let status):
            "\(visible(path)) cannot be used (\(systemMessage(status))); name a file in a folder "
                + "you may write to"
        case .notAJob: "is no job; name a file that quadcal recalibrate made"
        case .newer(_, let format, let known):
            "is a job of format \(format), and \(known) is the last known here; update quadcal"
        case .incomplete:
            "creating the job was interrupted; nothing was sent; remove it, and plan again"
        case .held(_, let holder): "\(visible(holder)) has it; wait for that to end"
        case .closed: "nothing can be noted in it any more; open it again (--resume)"
        case .anotherServer(let server, let asked):
            "it is a job of \(visible(server)), not of \(visible(asked)); leave --api out"
        case .changed(let what):
            "what it holds of \(visible(what)) is not what was planned, so nothing of it is sent; restore the file"
        case .damaged(let what): "\(visible(what)) in it cannot be read; restore the file"
        case .storage(let code, let detail):
            "JOB_\(visible(code)), \(visible(detail)); look at the disk and the file's permissions"
        }
    }
}
