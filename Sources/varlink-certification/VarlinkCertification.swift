import CommandModel
import Varlink

/// Serves `org.varlink.certification`, or passes its certification as a client.
@main enum VarlinkCertification {
    private static let command = Command(
        "varlink-certification", summary: "Test this implementation of Varlink against another one.",
        discussion: [
            """
            Without --client, the program serves org.varlink.certification until a signal ends it. With \
            --client, it makes the calls of a certification, and exits with 0 only if the service certifies \
            it.
            """
        ],
        parameters: [
            .option("varlink", "ADDRESS", "The address of the service: unix:PATH or unix:@NAME.")
                .with { $0.isRequired = true },
            .flag("client", "Be the client."),
        ])

    static func main() async throws {
        switch try command.request(Array(CommandLine.arguments.dropFirst())) {
        case .version(let text): print(text)
        case .help(let path): print(HelpWriter(path: path).text)
        case .run(_, let arguments):
            let address = try VarlinkAddress(parsing: arguments.text("varlink") ?? "")
            if arguments.has("client") { try await certify(by: address) } else { try await serve(on: address) }
        }
    }

    private static func certify(by address: VarlinkAddress) async throws {
        try await Certification(VarlinkConnection.connect(to: address)).run()
        print("Certification passed.")
    }

    private static func serve(on address: VarlinkAddress) async throws {
        let router = VarlinkRouter(
            information: ServiceInformation(
                vendor: "Trellis", product: "varlink-certification", version: "1", url: "https://varlink.org/"))
        try router.register(CertificationInterface())
        let server = VarlinkServer(router: router)
        try server.listen(on: address)
        try await server.run()
    }
}
