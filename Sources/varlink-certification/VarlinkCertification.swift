import ArgumentParser
import Varlink

/// Serves `org.varlink.certification`, or passes it as a client.
@main struct VarlinkCertification: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "varlink-certification",
        abstract: "Tries this implementation of Varlink against another one.",
        discussion: """
            Without --client it serves org.varlink.certification until it is ended by a signal. With --client it makes the \
            calls of a certification, and exits with 0 only when the service has certified it.
            """)

    @Flag(help: "Be the client.")
    var client = false

    @Option(name: .customLong("varlink"), help: "Where the service is: unix:PATH or unix:@NAME.")
    var address: String

    mutating func run() async throws {
        let address = try VarlinkAddress(parsing: address)
        if client {
            try await Certification(VarlinkConnection.connect(to: address)).run()
            print("Certification passed.")
        } else {
            let router = VarlinkRouter(
                information: ServiceInformation(
                    vendor: "Trellis", product: "varlink-certification", version: "1", url: "https://varlink.org/"))
            try router.register(CertificationInterface())
            let server = VarlinkServer(router: router)
            try server.listen(on: address)
            try await server.run()
        }
    }
}
