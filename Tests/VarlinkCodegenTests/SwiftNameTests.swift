import Testing

@testable import VarlinkCodegen

@Suite("Names in Swift", .timeLimit(.minutes(2)))
struct SwiftNameTests {
    @Test(
        "converts names to lowerCamelCase and UpperCamelCase",
        arguments: [
            ("title", "title", "Title"),
            ("GetInfo", "getInfo", "GetInfo"),
            ("tylium_level", "tyliumLevel", "TyliumLevel"),
            ("ID", "id", "ID"),
            ("URLPath", "urlPath", "URLPath"),
            ("X509", "x509", "X509"),
            ("X509Cert", "x509Cert", "X509Cert"),
            ("READ_ONLY", "readOnly", "ReadOnly"),
            ("a_B_c", "aBC", "ABC"),
            ("A", "a", "A"),
            ("getURL", "getURL", "GetURL"),
            ("x1_2", "x12", "X12"),
        ])
    func names(name: String, lower: String, upper: String) {
        #expect(SwiftName.lowerCamel(name) == lower)
        #expect(SwiftName.upperCamel(name) == upper)
    }

    @Test("escapes keywords, but argument labels only where Swift requires it")
    func keywords() {
        #expect(SwiftName.escaped("default") == "`default`")
        #expect(SwiftName.escaped("title") == "title")
        #expect(SwiftName.label("`default`") == "default")
        #expect(SwiftName.label("`let`") == "let")
        #expect(SwiftName.label("`inout`") == "`inout`")
    }

    @Test("appends underscores to a used name")
    func unique() {
        var taken: Set<String> = ["a", "a_"]
        #expect(SwiftName.unique("b", in: &taken) == "b")
        #expect(SwiftName.unique("a", in: &taken) == "a__")
        #expect(SwiftName.free("reader", or: "jsonReader", besides: ["`reader`", "jsonReader"]) == "jsonReader_")
    }

    @Test(
        "derives the prefix of declarations from the interface name",
        arguments: [
            ("io.trellis.Items", "Items"), ("org.varlink.service", "Service"), ("io.systemd.service", "SystemdService"),
            ("org.varlink.certification", "Certification"), ("com.example.my-thing", "MyThing"),
            ("com.example.2fast", "Example2fast"), ("org.example.varlink", "ExampleVarlink"),
        ])
    func prefixes(interface: String, prefix: String) {
        #expect(Contract.defaultPrefix(for: interface) == prefix)
    }
}
