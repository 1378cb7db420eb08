/// The environment variables for a server and a secret: a token is sent in `Authorization`, a key in `X-Api-Key`.
package enum ConnectionVariable {
    package static let token = "QUADCAL_TOKEN", key = "QUADCAL_API_KEY"
    /// The server, where `--api` does not name it.
    package static let server = "QUADCAL_API"
}
