import Foundation
import Systemd
import Testing

@testable import TrellisHost

@Suite("Exit statuses that require an operator", .timeLimit(.minutes(2)))
struct ExitStatusTests {
    /// The names of systemd.exec(5); `CREDENTIALS` is the status of systemd itself when it cannot read a credential.
    private static let names: [String: Systemd.ExitStatus] = [
        "USAGE": .usage, "DATAERR": .dataError, "NOINPUT": .noInput, "CANTCREAT": .cannotCreate,
        "NOPERM": .noPermission,
        "CONFIG": .configuration,
    ]

    @Test(
        "are those after which systemd does not start the daemon again",
        arguments: ["systemd/trellisd.service", "systemd/user/trellisd.service"])
    func unit(path: String) throws {
        let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let lines = try String(contentsOf: checkout.appending(path: path), encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("RestartPreventExitStatus=") })
        let names = line.split(separator: "=")[1].split(separator: " ").map(String.init).filter { $0 != "CREDENTIALS" }
        #expect(Set(names.map { Self.names[$0] }) == Set(Systemd.ExitStatus.allCases.filter(\.requiresOperator)))
    }
}
