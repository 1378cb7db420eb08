import StrictJSON

extension Failure {
    package static var noCommand: Failure {
        Failure(.usage, "no command given; \"quadcal help\" lists them")
    }

    package static func unknownCommand(_ name: String, nearest: String?) -> Failure {
        Failure(
            .usage,
            "there is no command \(quoted(name)); \(suggestion(nearest))\"quadcal help\" lists the commands")
    }

    package static func unknownDocument(_ name: String, nearest: String?) -> Failure {
        Failure(
            .usage,
            "there is no document \(quoted(name)); \(suggestion(nearest))\"quadcal schema\" lists the documents"
        )
    }

    package static func unknownShell(_ name: String, nearest: String?) -> Failure {
        Failure(
            .usage,
            "there are no completions for \(quoted(name)); \(suggestion(nearest))bash, zsh and fish are supported"
        )
    }

    package static func unknownOption(_ name: String, command: String, nearest: String?) -> Failure {
        Failure(
            .usage,
            "\(command) has no option \(quoted(name)); \(suggestion(nearest))"
                + "\"quadcal help \(command)\" lists the options")
    }

    package static func missingValue(option: String, placeholder: String) -> Failure {
        Failure(.usage, "\(option) needs a value: \(option) \(placeholder)")
    }

    package static func unwantedValue(option: String, value: String) -> Failure {
        Failure(.usage, "\(option) takes no value, but was given \(quoted(value)); write \(option) alone")
    }

    package static func badValue(option: String, value: String, _ problem: BadValue) -> Failure {
        Failure(
            .usage,
            "\(option) cannot be \(quoted(value)); \(suggestion(problem.nearest))it takes \(problem.expected)"
        )
    }

    package static func contradiction(_ first: String, _ second: String) -> Failure {
        Failure(.usage, "\(visible(first)) and \(visible(second)) contradict each other; give one of them")
    }

    package static func unwantedOperand(_ text: String, command: String) -> Failure {
        Failure(.usage, "\(command) does not take \(quoted(text)); remove it")
    }

    package static func noFile(example: String, isTerminal: Bool) -> Failure {
        Failure(
            .usage,
            "no file given; name one, "
                + (isTerminal ? "as in: \(example)" : "or - for standard input"))
    }

    package static var standardInputTwice: Failure {
        Failure(.usage, "- is given twice, but standard input can be read only once; name it once")
    }

    package static func fixingSeveral(count: Int) -> Failure {
        Failure(.usage, "--fix works on one file at a time, but \(count) are given; run it once for each")
    }

    package static func reportInOutput(option: String) -> Failure {
        Failure(.usage, "\(option) cannot be \"-\", because the report goes there; name a file")
    }

    package static func missingSide(file: String) -> Failure {
        Failure(
            .usage, file: file,
            "two files are needed, the old one and the new, but only \(fileLabel(file)) is given; name the new one after it"
        )
    }

    /// Two files without a way to pair what is in them.
    package static func missingJoin(old: String, new: String) -> Failure {
        Failure(
            .usage, file: old,
            "two files need a way to pair them: add --join label to pair the markers of \(fileLabel(old)) with those of "
                + "\(fileLabel(new)) by their labels (or --join anchor, --join-map FILE, --anchors, --two-points, --matrices)"
        )
    }

    /// A fit, and nothing to move by it.
    package static func missingMarkers(fit: String) -> Failure {
        Failure(
            .usage, file: fit,
            "a fit and a file of markers are needed, but only \(fileLabel(fit)) is given; name the markers after it"
        )
    }

    /// An option that has to be given, and why.
    package static func neededOption(_ option: String, _ reason: String) -> Failure {
        Failure(.usage, "\(option) is needed: \(reason)")
    }

    /// Several at once, with what there is to choose from, and a command that has them all.
    package static func neededOptions(
        _ needed: [(option: String, reason: String)], found: String?, command: String?
    ) -> Failure {
        Failure(
            .usage,
            (needed.count == 1
                ? "\(needed[0].option) is needed: \(needed[0].reason)"
                : "\(needed.count) more options are needed:"
                    + needed.map { "\n  \($0.option): \($0.reason)" }.joined())
                + (found.map { "\n\n\($0)" } ?? "")
                + (command.map { "\nto see a plan: \($0)" } ?? ""))
    }

    package static func unstatedTarget(file: String, count: Int) -> Failure {
        Failure(
            .usage, file: file,
            "\(fileLabel(file)): \(counted(count, "marker")) in it \(count == 1 ? "has" : "have") calibrated corners that are "
                + "not the raw ones; choose with --target raw or --target calibrated")
    }

    /// Rows of a laser guide whose dots may be in two places.
    package static func unstatedDots(file: String, count: Int) -> Failure {
        Failure(
            .usage, file: file,
            "\(fileLabel(file)): \(counted(count, "row")) in it \(count == 1 ? "is" : "are") off the guide's axis, where the "
                + "guide and the app place the dots differently; choose with --dots drawn or --dots snapped")
    }

    /// Calibrated corners were asked for.
    package static func tableOfRawCorners(file: String) -> Failure {
        Failure(
            .usage, file: file,
            "\(fileLabel(file)): is CSV, which has no calibrated corners besides the raw ones; remove --coordinates"
        )
    }

    /// A no to the question whether to go on.
    package static var declined: Failure {
        Failure(.interrupted, "nothing was sent")
    }

    /// A signal came before anything was sent.
    package static var stopped: Failure {
        Failure(.interrupted, "stopped; nothing was sent")
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "did you mean \($0)? " } ?? ""
    }
}
