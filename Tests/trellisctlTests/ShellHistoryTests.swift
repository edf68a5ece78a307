import Glibc
import SystemPackage
import Testing
import TrellisTesting

@testable import trellisctl

@Suite("The history of the shell") struct ShellHistoryTests {
    @Test("keeps the last thousand lines, in a file for the user alone")
    func bound() async throws {
        try await withTemporaryFolder { folder in
            let variables = ["XDG_STATE_HOME": folder.string]
            var history = ShellHistory(variables)
            for number in 1...2_500 { history.add("items get \(number)") }
            history.add(" items delete 1")

            let kept = ShellHistory(variables).lines
            #expect(kept.count == 1_000)
            #expect(kept.first == "items get 1501")
            #expect(kept.last == "items get 2500")
            var status = stat()
            #expect(stat(folder.appending("trellis/history").string, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            #expect(status.st_size < 2_000 * 16)
        }
    }
}
