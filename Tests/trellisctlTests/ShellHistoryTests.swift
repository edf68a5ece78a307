import Foundation
import Glibc
import SystemPackage
import Testing
import TrellisTesting

@testable import trellisctl

@Suite("The history of the shell", .timeLimit(.minutes(2))) struct ShellHistoryTests {
    @Test("keeps the last thousand lines, in a file that only the user can read")
    func bound() async throws {
        try await withTemporaryFolder { folder in
            let variables = ["XDG_STATE_HOME": folder.string]
            var history = ShellHistory(variables)
            let added = (1...2_500).map { history.add("items get \($0)") } + [history.add(" items delete 1")]
            #expect(added == Array(repeating: true, count: 2_500) + [false])

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

    @Test("replaces a long file as a whole, and creates no other permanent file")
    func replacing() async throws {
        try await withTemporaryFolder { folder in
            let place = folder.appending("trellis").string
            let file = place + "/history"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try (1...2_001).map { "line \($0)\n" }.joined().write(toFile: file, atomically: false, encoding: .utf8)
            chmod(file, 0o644)
            let old = open(file, O_RDONLY)
            defer { close(old) }
            #expect(ShellHistory(["XDG_STATE_HOME": folder.string]).lines.count == 1_000)
            // A process that has the old file open can still read all of it.
            var status = stat()
            #expect(fstat(old, &status) == 0 && status.st_nlink == 0 && status.st_size > 18_000)
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_size < 11_000)
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["history"])
        }
    }

    @Test("separates a new line from a line that a full disk cut off")
    func cutOff() async throws {
        try await withTemporaryFolder { folder in
            let variables = ["XDG_STATE_HOME": folder.string]
            let place = folder.appending("trellis").string
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try "one\ntw".write(toFile: place + "/history", atomically: false, encoding: .utf8)
            var history = ShellHistory(variables)
            _ = history.add("three")
            #expect(ShellHistory(variables).lines == ["one", "tw", "three"])
        }
    }
}
