import ToolTerminal

/// An explanation that several commands lead to: `quadcal help TOPIC`.
struct HelpTopic {
    let name: String
    /// A summary of a few words without a full stop.
    let summary: String
    let text: String

    private static let credentials = """
        A bearer token is taken from \(ConnectionVariable.token), --token-file or --token-stdin, a key for X-Api-Key from
        \(ConnectionVariable.key); neither is ever an argument. Both go only to the server that you name, by --api or
        \(ConnectionVariable.server). The file of a token can name servers, too, in lines such as "origin https://host" after the
        token, which then goes to no others, and in a line such as "refresh TOKEN" the token by which the first is renewed; both
        are then replaced in the file. A file without one is read again when the server refuses its token, since another program may
        replace it. --refresh-token-file has the refresh token in its first line; it obtains bearer tokens, and the file keeps the
        last one in a line "access TOKEN". If the server also rejects the refresh token, the command fails with
        AUTHENTICATION_REQUIRED. Plain http is limited to this machine, unless --allow-http names the host.
        """

    static let all = [
        HelpTopic(
            name: "credentials", summary: "how to sign in to a server", text: credentials + "\n"),
        HelpTopic(
            name: "exit-codes", summary: "the exit codes of all commands",
            text: TextTable.list(ExitCode.meanings.map { ($0.code, $0.meaning) }, indent: "")),
    ]

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}
