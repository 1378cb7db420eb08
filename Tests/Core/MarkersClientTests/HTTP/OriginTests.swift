import MarkersClient
import Testing

@Suite("Origins")
struct OriginTests {
    @Test(
        "A URL is read to scheme, host, port and base path, and written the one way",
        arguments: [
            ("https://Api.Example.COM", "https://api.example.com", 443, ""),
            ("HTTP://127.0.0.1:8080/", "http://127.0.0.1:8080", 8080, ""),
            ("https://a_b.example:443/api/v1/", "https://a_b.example/api/v1", 443, "/api/v1"),
            ("http://[0:0::1]:80/a%20b", "http://[::1]/a%20b", 80, "/a%20b"),
        ] as [(String, String, UInt16, String)])
    func sound(text: String, written: String, port: UInt16, basePath: String) throws {
        let origin = try Origin(text)
        #expect("\(origin)" == written && origin.port == port && origin.basePath == basePath)
        #expect(try Origin(written) == origin)
    }

    @Test(
        "Whatever else stands in it is refused by name, and a password is not repeated",
        arguments: [
            ("", "NO_SCHEME"), ("example.com", "NO_SCHEME"), ("file:///etc/passwd", "NO_SCHEME"),
            ("ftp://a", "NO_SCHEME"), ("https://me:canary@a", "USER_INFO"),
            ("https://canary@a/b", "USER_INFO"),
            ("https://a?b", "QUERY"), ("https://a/b#c", "FRAGMENT"), ("https://", "BAD_HOST"),
            ("https:///a", "BAD_HOST"), ("https://a..b", "BAD_HOST"), ("https://a b", "BAD_HOST"),
            ("https://exämple.com", "BAD_HOST"), ("https://a%41", "BAD_HOST"), ("https://127.1", "BAD_HOST"),
            ("https://2130706433", "BAD_HOST"), ("https://0x7f.1", "BAD_HOST"),
            ("https://127.0.0.01", "BAD_HOST"),
            ("https://[::1", "BAD_HOST"), ("https://[::1]a", "BAD_HOST"),
            ("https://[fe80::1%25eth0]", "BAD_HOST"),
            ("https://a:", "BAD_PORT"), ("https://a:0", "BAD_PORT"), ("https://a:65536", "BAD_PORT"),
            ("https://a:+1", "BAD_PORT"), ("https://a:1:2", "BAD_PORT"), ("https://a/b//c", "BAD_PATH"),
            ("https://a/../b", "BAD_PATH"), ("https://a\\b", "BAD_PATH"), ("https://a/b c", "BAD_PATH"),
        ])
    func refused(text: String, code: String) {
        let error = #expect(throws: OriginError.self) { try Origin(text) }
        #expect(error?.code == code && error?.expected.isEmpty == false)
        #expect(error.map { !"\($0)".contains("canary") } == true)
    }

    @Test("Loopback is what cannot leave the machine")
    func loopback() throws {
        for host in ["localhost", "127.0.0.1", "127.255.0.3", "[::1]"] {
            #expect(try Origin("http://\(host)").isLoopback, "\(host)")
        }
        for host in ["128.0.0.1", "localhost.example", "127.0.0.1.example", "[::2]", "0.0.0.0"] {
            #expect(try !Origin("http://\(host)").isLoopback, "\(host)")
        }
    }

    @Test("A server is the same by scheme, host and port, whatever its base path")
    func sameServer() throws {
        let origin = try Origin("https://a/x")
        #expect(origin.isSameServer(as: try Origin("https://A:443/y")))
        for other in ["http://a", "https://b", "https://a:444"] {
            #expect(try !origin.isSameServer(as: Origin(other)))
        }
    }
}
