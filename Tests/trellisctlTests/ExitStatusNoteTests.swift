import Glibc
import Testing

@testable import VarlinkCodegen
@testable import trellisctl

@Suite("Exit statuses in contracts", .timeLimit(.minutes(2)))
struct ExitStatusNoteTests {
    @Test("have an effect when the code generator accepts them", arguments: NoteChecker.exitStatuses)
    func accepted(name: String) {
        #expect(name == "EX_DATAERR" || ExitStatusNames.status(named: name) != EX_DATAERR)
    }
}
