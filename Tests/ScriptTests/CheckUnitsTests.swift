import Foundation
import Testing

/// `Scripts/check-units`, on stages that the tests create.
@Suite(
    "check-units",
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"),
        "needs systemd-analyze (Debian package systemd)"), .timeLimit(.minutes(2))
) struct CheckUnitsTests {
    /// Runs the script on a stage with the units of the project and with true(1) as the daemon and its control program.
    ///
    /// The text is appended to the unit.
    private func check(adding text: String = "", to unit: String = "trellisd.service", isBuilt: Bool = true)
        async throws
        -> (status: Int, text: String)
    {
        var result = (status: -1, text: "")
        try await Checkout.withCopy { copy in
            let units = copy.appending(path: "stage/usr/lib/systemd/system")
            let programs = copy.appending(path: "stage/usr/bin")
            for folder in [units, programs] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            let userUnits = copy.appending(path: "stage/usr/lib/systemd/user")
            try FileManager.default.createDirectory(at: userUnits, withIntermediateDirectories: true)
            for name in ["trellisd.service", "trellisd.socket", "user/trellisd.service", "user/trellisd.socket"] {
                let original = try String(contentsOf: copy.appending(path: "systemd/\(name)"), encoding: .utf8)
                let file = name.hasPrefix("user/") ? units.deletingLastPathComponent() : units
                try Data((original + (name == unit ? text : "")).utf8).write(to: file.appending(path: name))
            }
            for program in ["trellisctl"] + (isBuilt ? ["trellisd"] : []) {
                try FileManager.default.copyItem(at: URL(filePath: "/bin/true"), to: programs.appending(path: program))
            }
            result = try await Checkout.run("check-units", copy.appending(path: "stage").path, in: copy)
        }
        return result
    }

    @Test("accepts the units of the project")
    func project() async throws {
        let result = try await check()
        #expect(result.status == 0, "\(result.text)")
    }

    @Test("rejects an unknown key")
    func unknownKey() async throws {
        let result = try await check(adding: "\n[Socket]\nListenSteam=/run/x\n", to: "trellisd.socket")
        #expect(result.status == 1)
        #expect(result.text.contains("Unknown key 'ListenSteam'"))
    }

    @Test("rejects an unknown key in a unit of a user")
    func userUnit() async throws {
        let result = try await check(adding: "\n[Socket]\nListenSteam=/run/x\n", to: "user/trellisd.socket")
        #expect(result.status == 1)
        #expect(result.text.contains("Unknown key 'ListenSteam'"))
    }

    @Test("rejects a unit whose program is not installed")
    func missingProgram() async throws {
        let result = try await check(isBuilt: false)
        #expect(result.status == 1)
        #expect(result.text.contains("/usr/bin/trellisd is not executable"))
    }

    @Test("rejects an exposure above the threshold")
    func exposure() async throws {
        let result = try await check(
            adding: "\n[Service]\nUser=root\nCapabilityBoundingSet=~\nSystemCallFilter=\nNoNewPrivileges=no\n")
        #expect(result.status == 1)
        #expect(result.text.contains("has an exposure above 1.4 of 10"))
    }
}
