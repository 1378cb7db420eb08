/// The environment variables for a secret: one is sent in `Authorization`, the other in `X-Api-Key`.
enum SecretVariable {
    static let token = "QUADCAL_TOKEN", key = "QUADCAL_API_KEY"
}
