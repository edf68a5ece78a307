import Testing
import Trellis

@testable import VarlinkCodegen

@Suite("Roles in contracts")
struct RoleNoteTests {
    @Test("are accepted by the code generator")
    func roles() {
        #expect(NoteChecker.roles == Role.allCases.map(\.rawValue))
    }
}
