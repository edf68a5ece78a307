package import Etcd
package import Foundation

/// A certificate authority in a temporary folder, with certificates for a server and for clients.
package struct Certificates: Sendable {
    /// The program that creates the certificates.
    package static let openssl = "/usr/bin/openssl"

    package let folder: URL

    /// Creates the authority.
    package static func with<Result: Sendable>(_ body: (Certificates) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = Certificates(folder: folder)
        try await certificates.addAuthority("authority")
        return try await body(certificates)
    }

    /// Returns the path of a file.
    package func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Adds an authority: `NAME.pem` and `NAME.key`.
    package func addAuthority(_ name: String) async throws {
        try await runProgram(
            Self.openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", path("\(name).key"), "-out", path("\(name).pem"), "-subj", "/CN=\(name)",
            ])
    }

    /// Adds a certificate for the authority `authority`: `NAME.pem` and `NAME.key`.
    ///
    /// - Parameters:
    ///   - name: The common name.
    ///   - addresses: The IP addresses of a server; none for a client.
    ///   - days: The validity from now; negative for an expired certificate.
    /// - Throws: An expectation failure if a command fails.
    package func add(_ name: String, addresses: [String] = [], days: Int = 1) async throws {
        var extensions = "extendedKeyUsage=\(addresses.isEmpty ? "clientAuth" : "serverAuth,clientAuth")\n"
        if !addresses.isEmpty {
            extensions += "subjectAltName=\(addresses.map { "IP:\($0)" }.joined(separator: ","))\n"
        }
        try extensions.write(toFile: path("\(name).extensions"), atomically: true, encoding: .utf8)
        try await runProgram(
            Self.openssl,
            [
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", path("\(name).key"), "-out", path("\(name).csr"), "-subj", "/CN=\(name)",
            ])
        try await runProgram(
            Self.openssl,
            [
                "x509", "-req", "-in", path("\(name).csr"), "-CA", path("authority.pem"),
                "-CAkey", path("authority.key"), "-CAcreateserial", "-days", "\(days)",
                "-extfile", path("\(name).extensions"), "-out", path("\(name).pem"),
            ])
    }

    /// The configuration of a client with the certificate of this name, or without one.
    package func tls(_ name: String?, authority: String = "authority") -> EtcdConfiguration.TLS {
        EtcdConfiguration.TLS(
            authority: path("\(authority).pem"),
            identity: name.map {
                EtcdConfiguration.Identity(certificate: path("\($0).pem"), key: path("\($0).key"))
            })
    }

    /// The options of a server with the certificate of this name, which requires client certificates.
    package func options(_ name: String) -> [String] {
        [
            "--cert-file", path("\(name).pem"), "--key-file", path("\(name).key"),
            "--trusted-ca-file", path("authority.pem"), "--client-cert-auth",
        ]
    }
}
