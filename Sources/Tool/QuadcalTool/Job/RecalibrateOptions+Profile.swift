import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import ToolMarkers
import ToolServer
import ToolTerminal

extension RecalibrateOptions {
    /// The options completed by the profile of the server; refused if it is of another server, or says that the mode cannot
    /// work there.
    func withProfile() throws(Failure) -> RecalibrateOptions {
        guard let profileFile else { return self }
        let bytes = try Input.bytes(of: profileFile)
        let profile: ServerProfile
        do {
            profile = try ServerProfile(JSONValue(bytes))
        } catch let error as JSONError {
            throw .json(file: profileFile, error)
        } catch let error as ServerProfileError {
            throw .profile(file: profileFile, error)
        } catch {
            throw .profile(file: profileFile, ServerProfileError(member: ""))
        }
        if let server = connection.server, server.description != profile.server {
            throw .contradiction(
                "--api \(server)", "\(profileFile), which is about \(visible(profile.server)),")
        }
        if let mode, profile.serves(mode) == false { throw .unservedMode(mode, profile: profileFile) }
        var options = self
        options.sign = sign ?? profile.vectorSign
        options.renewsCalibrated = profile.renewsCalibrated
        if profile.keepsMeta == false { options.job.marks = false }
        return options
    }
}
