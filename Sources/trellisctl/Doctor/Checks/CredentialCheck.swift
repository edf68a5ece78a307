import Glibc

/// Checks the files of the credentials that the unit loads, without reading them.
enum CredentialCheck: Check {
    static let name = "credentials"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        let unit = DoctorEnvironment.service
        guard environment.isSystemService, let result = try await environment.run("systemctl", ["cat", unit]),
            result.status == 0
        else { return .withoutSystemd }
        let credentials = credentials(in: result.output)
        guard !credentials.isEmpty else { return .ok("\(unit) loads no credentials") }
        for (name, path) in credentials {
            guard name.contains("." as Character) else {
                return .warning(
                    "no plugin receives the credential '\(name)', because it is not named PLUGIN.NAME",
                    "Rename it in \(unit), such as movies.tmdb.", commands: ["systemctl edit \(unit)"])
            }
            // A relative path names a file in systemd's credential stores (systemd.exec(5)).
            guard path.hasPrefix("/") else { continue }
            let status: FileStatus?
            do {
                status = try environment.status(of: path)
            } catch  where error is CommandFailure {
                return .notAvailable("only root can read the directory of \(path)")
            }
            guard let status else {
                return .failure(
                    "the file \(path) of the credential '\(name)' does not exist, so \(unit) does not start",
                    "Write the secret to the file, with access for root only:",
                    commands: ["install --mode=0600 /dev/stdin \(path)"])
            }
            if status.mode & 0o077 != 0 {
                return .warning(
                    "other users than its owner can access the file \(path) of the credential '\(name)' "
                        + "(mode \(status.octalMode))", "Restrict its mode:", commands: ["chmod 0600 \(path)"])
            }
        }
        return .ok("the files of \(credentials.map(\.name).joined(separator: ", ")) exist and are private")
    }

    /// Returns the names and paths of the lines `LoadCredential=` and `LoadCredentialEncrypted=`.
    private static func credentials(in unit: String) -> [(name: String, path: String)] {
        var credentials: [(name: String, path: String)] = []
        for line in unit.split(separator: "\n") {
            guard let end = line.firstIndex(of: "="),
                ["LoadCredential", "LoadCredentialEncrypted"].contains(line[..<end])
            else { continue }
            let value = line[line.index(after: end)...]
            // An empty value resets the list.
            if value.isEmpty { credentials = [] }
            guard let colon = value.firstIndex(of: ":") else { continue }
            credentials.append((String(value[..<colon]), String(value[value.index(after: colon)...])))
        }
        return credentials
    }
}
