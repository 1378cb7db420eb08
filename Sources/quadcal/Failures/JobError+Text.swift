import MarkersClient

extension JobError {
    /// The message: what was found, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .exists:
            "the file exists, and a job is never overwritten; resume it (--resume), or name another"
        case .file(let path, let status):
            "\(visible(path)) cannot be used (\(systemMessage(status))); name a file in a folder "
                + "you may write to"
        case .notAJob: "is not a job; name a file that quadcal recalibrate created"
        case .newer(_, let format, let known):
            "is a job of format \(format), but \(known) is the latest known here; update quadcal"
        case .incomplete:
            "creating the job was interrupted; nothing was sent; remove it, and plan again"
        case .held(_, let holder): "\(visible(holder)) is using it; wait until that has ended"
        case .closed: "it can no longer be written; open it again (--resume)"
        case .anotherServer(let server, let asked):
            "\(code), it is a job for \(visible(server)), not for \(visible(asked)); nothing was sent. Give the job that was made "
                + "there, or check who changed this one"
        case .undone:
            "the job was undone, so it is not applied again; finish that with --undo if it is not complete, and plan again"
        case .changed(let what):
            "its \(visible(what)) is not what was planned, so none of it is sent; restore the file"
        case .damaged(let what): "\(visible(what)) in it cannot be read; restore the file"
        case .storage(let code, let detail):
            "JOB_\(visible(code)), \(visible(detail)); look at the disk and the file's permissions"
        }
    }
}
