import HostInterface
import Testing
import Trellis

@testable import TrellisHost

@Suite("The required roles of methods", .timeLimit(.minutes(2)))
struct RoleTableTests {
    private func contract(_ methods: String) -> VarlinkContract {
        VarlinkContract(
            name: "org.example.sample", description: "interface org.example.sample\n\n\(methods)", methods: [])
    }

    @Test("are those of the contract; an unknown role, method or interface requires administer")
    func roles() {
        let table = RoleTable()
        table.register(
            [
                contract(
                    """
                    # [Requires role 'read']
                    method Get() -> ()

                    method Set() -> ()

                    # [Requires role 'king']
                    method Rule() -> ()
                    """)
            ], of: "sample")
        #expect(table.role(of: "Get", in: "org.example.sample") == .read)
        #expect(table.role(of: "Set", in: "org.example.sample") == .operate)
        #expect(table.role(of: "Rule", in: "org.example.sample") == .administer)
        #expect(table.role(of: "Missing", in: "org.example.sample") == .administer)
        #expect(table.role(of: "Get", in: "org.example.other") == .administer)
        #expect(table.plugin(of: "org.example.sample") == "sample")
        #expect(table.plugin(of: "org.example.other") == "trellisd")
    }

    @Test("are those of the last registered contract")
    func replacement() {
        let table = RoleTable()
        table.register([contract("# [Requires role 'read']\nmethod Get() -> ()\n")])
        #expect(table.role(of: "Get", in: "org.example.sample") == .read)
        table.register([contract("# [Requires role 'administer']\nmethod Get() -> ()\n")])
        #expect(table.role(of: "Get", in: "org.example.sample") == .administer)
    }
}
