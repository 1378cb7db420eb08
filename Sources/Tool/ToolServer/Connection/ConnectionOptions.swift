import Foundation
package import MarkersEndpoint
import Synchronization
package import ToolTerminal

/// The server to talk to, and the credentials.
package struct ConnectionOptions: Sendable {
    /// The source of the secret, if given: never the arguments, which every user of the machine can read.
    package enum SecretSource: Equatable {
        case file(String)
        case refreshFile(String)
        case standardInput
    }

    package var server: Origin?
    package var secretSource: SecretSource?
    /// A file of certificates that are trusted instead of the system's.
    package var authorities: String?
    /// Hosts other than this machine for which plain http is allowed.
    package var plainHosts: Set<String> = []

    package init() {}

    package static let options: [Option<ConnectionOptions>] = [
        Option(
            "--api", "URL",
            "the server, as in https://host/api/v1 (with the path \(MarkersAPI.usualPath) if it has none)"
        ) {
            (options, text) throws(BadValue) in
            options.server = try origin(text)
        },
        Option(file: "--token-file", "FILE", slot: "token", "a bearer token in a file that only you can read")
        {
            $0.secretSource = .file($1)
        },
        Option(
            file: "--refresh-token-file", "FILE", slot: "token",
            "a private file with a refresh token, which obtains bearer tokens"
        ) {
            $0.secretSource = .refreshFile($1)
        },
        Option(switch: "--token-stdin", slot: "token", "a bearer token on standard input") {
            $0.secretSource = .standardInput
        },
        Option(file: "--ca-file", "PEM", "trust these certificates instead of the system's", \.authorities),
        Option(adding: "--allow-http", "HOST", "allow plain http to this host; may be repeated") {
            (options, text) throws(BadValue) in
            do throws(OriginError) { options.plainHosts.insert(try Origin("http://\(text)").host) } catch {
                throw BadValue(expected: error.expected)
            }
        },
    ]

    package static let notes = """
        Credentials are never arguments: a bearer token is taken from \(ConnectionVariable.token) or --token-file, and goes only to the
        server that you name; "quadcal help credentials" explains all ways.
        """

    package static func origin(_ text: String) throws(BadValue) -> Origin {
        do throws(OriginError) {
            let origin = try Origin(text)
            return origin.basePath.isEmpty ? try Origin("\(origin)\(MarkersAPI.usualPath)") : origin
        } catch {
            throw BadValue(expected: error.expected)
        }
    }

    package static func demoOrigin(_ text: String) throws(Failure) -> Origin {
        do throws(OriginError) { return try Origin(text) } catch {
            throw .badValue(option: "--demo", value: text, BadValue(expected: error.expected))
        }
    }

    /// The API of a server that the user named, to which nothing has been sent yet; `log` receives every request.
    package func api(of server: Origin, log: (@Sendable (RequestRecord) -> Void)? = nil) throws(Failure)
        -> MarkersAPI
    {
        try api(of: server, givenSecret(), log: log)
    }

    /// The same with a secret that was read before.
    package func api(
        of server: Origin, _ secret: GivenSecret?, log: (@Sendable (RequestRecord) -> Void)? = nil
    ) throws(Failure) -> MarkersAPI {
        guard server.scheme == .https || server.isLoopback || plainHosts.contains(server.host) else {
            throw .connection(.inTheClear(host: server.host))
        }
        var options = TransportOptions()
        options.authorities = authorities
        if server.scheme == .https { ConnectionOptions.tellKeyLog() }
        do {
            let base = try SystemTransport.make(server, options)
            guard let secret else { return MarkersAPI(base, log: log) }
            return MarkersAPI(
                try AuthorizedTransport(base, credentials(secret, over: base), onEcho: Self.tellEcho),
                log: log)
        } catch let error as TransportError {
            throw .connection(.transport(error))
        } catch CredentialsError.otherServer(_, let bound) {
            throw .connection(.otherServer(server, bound: bound))
        } catch {
            // All other reasons to refuse credentials were handled above.
            throw .connection(.inTheClear(host: server.host))
        }
    }

    private func credentials(
        _ secret: GivenSecret, over base: any BoundTransport
    ) throws(CredentialsError) -> Credentials {
        let server = base.origin
        return switch secret {
        case .bearerFile(let file):
            try Credentials(
                bearer: file, over: base, plainHosts: plainHosts,
                onRenewal: { HiddenSecrets.add($0) }, onReading: { HiddenSecrets.add($0) },
                onLoss: Self.tellLoss)
        case .pair(let file, let pair):
            try Credentials(
                pair: pair, of: file, over: base, plainHosts: plainHosts,
                onRenewal: { HiddenSecrets.add($0) }, onLoss: Self.tellLoss)
        case .bearer(let token):
            try Credentials(bearer: BearerTokens(BearerToken(token)), for: server, plainHosts: plainHosts)
        case .key(let key):
            try Credentials(field: MarkersAPI.keyField, key, for: server, plainHosts: plainHosts)
        }
    }

    /// Says that libcurl writes the keys of its connections to a file, as it does for whoever sets this variable.
    private static func tellKeyLog() {
        guard let file = ProcessInfo.processInfo.environment["SSLKEYLOGFILE"], !file.isEmpty else { return }
        Streams.tell(
            "quadcal: SSLKEYLOGFILE is set: the keys of this connection, and so all that it carries, can be read from \(visible(file))\n"
        )
    }

    private static let hasToldEcho = Mutex(false)

    /// Says once that the server gives the secret away.
    private static func tellEcho(_ request: RequestLine) {
        let isTold = hasToldEcho.withLock { isTold in
            defer { isTold = true }
            return isTold
        }
        guard !isTold else { return }
        Streams.tell(
            "quadcal: SECRET_IN_DATA: the server has put the secret that it was given into its data (\(visible("\(request)"))): what is "
                + "shown, saved or kept of them has it; give it to nobody, and renew the secret\n")
    }

    private static func tellLoss(_ error: SecretError) {
        Streams.tell("quadcal: the renewed token is not kept: \(error.message)\n")
    }

    /// Reads the secret; `nil` if none was given.
    func givenSecret() throws(Failure) -> GivenSecret? {
        let token: Secret?, key: Secret?
        do throws(SecretError) {
            switch secretSource {
            case .file(let path)?:
                let file = try SecretFile(path)
                HiddenSecrets.add(file.secret)
                if let refresh = file.refresh { HiddenSecrets.add(refresh) }
                return .bearerFile(file)
            case .refreshFile(let path)?:
                let file = try TokenPairFile(path)
                guard let pair = try file.pair() else { throw SecretError.unreadable(path, status: ENOENT) }
                HiddenSecrets.add(pair)
                return .pair(file, pair)
            case .standardInput?: return .bearer(HiddenSecrets.add(try Secret.standardInput()))
            case nil:
                (token, key) = (try variable(ConnectionVariable.token), try variable(ConnectionVariable.key))
            }
        } catch {
            throw .connection(.secret(error))
        }
        guard token == nil || key == nil else {
            throw .contradiction(ConnectionVariable.token, ConnectionVariable.key)
        }
        return token.map { .bearer($0) } ?? key.map { .key($0) }
    }

    private func variable(_ name: String) throws(SecretError) -> Secret? {
        ProcessInfo.processInfo.environment[name] == nil
            ? nil : HiddenSecrets.add(try Secret.environment(name))
    }
}

/// Only the user decides which server gets requests and credentials: a job's file can be changed by anybody who had it.
extension ConnectionOptions {
    /// The server that the user names: by `--api`, or by the environment.
    package var namedServer: Origin? {
        get throws(Failure) {
            let name = ConnectionVariable.server
            guard server == nil, let text = ProcessInfo.processInfo.environment[name] else { return server }
            do throws(BadValue) { return try Self.origin(text) } catch {
                throw .badValue(option: name, value: text, error)
            }
        }
    }

    /// The API of the server that a job's file names, provided that the user names it, too, or says so when asked.
    ///
    /// This machine is contacted without a word where there is nothing to give away.
    ///
    /// - Parameters:
    ///   - server: The server as the job names it.
    ///   - job: The job's file.
    ///   - asks: Whether somebody can be asked, and wants to be.
    ///   - log: Receives every request.
    package func api(
        of server: Origin, namedBy job: String, asks: Bool,
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) throws(Failure) -> MarkersAPI {
        let secret = try givenSecret()
        let isNamed = try namedServer == server || secret?.names(server) == true
        if !isNamed, secret != nil || !server.isLoopback {
            let fault = ConnectionFault.unnamedServer(server, job: job, hasSecret: secret != nil)
            guard asks, secret?.allows(server) != false else { throw .connection(fault) }
            guard Question.isAnsweredWithYes(fault.question) else { throw .declined }
        }
        return try api(of: server, secret, log: log)
    }
}

/// A secret that was given, by the way it was given.
package enum GivenSecret {
    case bearer(Secret), bearerFile(SecretFile), key(Secret)
    case pair(TokenPairFile, TokenPair)

    /// Whether it came with the name of the server.
    package func names(_ server: Origin) -> Bool {
        switch self {
        case .bearerFile(let file): file.names(server)
        case .pair(let file, _): file.names(server)
        case .bearer, .key: false
        }
    }

    /// Whether nothing that came with it speaks against the server.
    package func allows(_ server: Origin) -> Bool {
        switch self {
        case .bearerFile(let file): file.allows(server)
        case .pair(let file, _): file.allows(server)
        case .bearer, .key: true
        }
    }
}

/// The credentials of this run, which no text shows, wherever it is from.
package enum HiddenSecrets {
    /// Shorter ones are parts of ordinary words.
    private static let shortest = 8
    private static let known = Locked<[Secret]>([])
    /// The tokens that a server gave, the latest last.
    private static let renewed = Locked<[Secret]>([])
    /// The most tokens of a server that are hidden: some bring one with every answer, and each costs time in every text.
    private static let mostRenewed = 64

    @discardableResult
    package static func add(_ secret: Secret) -> Secret {
        HiddenText.hide(by: hidden)
        if secret.length >= shortest { known.with { $0.append(secret) } }
        return secret
    }

    /// Hides the tokens of a pair from now on, and before long those of the earliest pairs no more.
    package static func add(_ pair: TokenPair) {
        HiddenText.hide(by: hidden)
        renewed.with { renewed in
            for secret in [pair.access?.secret, pair.refresh].compactMap(\.self)
            where secret.length >= shortest {
                renewed.removeAll { $0.bytes == secret.bytes }
                renewed.append(secret)
            }
            if renewed.count > mostRenewed { renewed.removeFirst(renewed.count - mostRenewed) }
        }
    }

    package static func hidden(in text: String) -> String {
        (known.with { $0 } + renewed.with { $0 }).reduce(text) { $1.hidden(in: $0) }
    }
}

/// The transport of this program: libcurl on Linux, and on other systems what its executable brings.
package enum SystemTransport {
    package typealias Maker =
        @Sendable (Origin, TransportOptions) throws(TransportError) -> any BoundTransport

    private static let maker = Locked<Maker?>(nil)

    /// Takes another from now on.
    package static func use(_ maker: @escaping Maker) { self.maker.with { $0 = maker } }

    package static func make(
        _ server: Origin, _ options: TransportOptions
    ) throws(TransportError) -> any BoundTransport {
        if let maker = maker.with({ $0 }) { return try maker(server, options) }
        #if os(Linux)
        return try CurlTransport(server, options)
        #else
        throw TransportError(.unsupported, mayHaveArrived: false, "this program has no transport")
        #endif
    }
}
