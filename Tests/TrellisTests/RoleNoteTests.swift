import Testing
import Trellis

@testable import VarlinkCodegen

@Suite("Roles in contracts")
struct RoleNoteTests {
    @Test("are those that the code generator accepts")
    func roles() {
        #expect(NoteChecker.roles == Role.allCases.map(\.rawValue))
    }
}
