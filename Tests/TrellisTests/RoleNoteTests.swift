import Testing
import Trellis

@testable import VarlinkCodegen

@Suite("Roles in contracts", .timeLimit(.minutes(2)))
struct RoleNoteTests {
    @Test("the code generator accepts exactly the roles of the daemon")
    func roles() {
        #expect(NoteChecker.roles == Role.allCases.map(\.rawValue))
    }
}
