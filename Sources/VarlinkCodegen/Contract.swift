import VarlinkIDL

/// The declarations to generate for an interface, with their names in Swift.
struct Contract {
    /// A method.
    struct Method {
        /// The unqualified name in the interface.
        var wireName: String
        /// The name of the function.
        var name: String
        /// The name of the client's function that returns all replies, for a method that may have several.
        var streamName: String
        var documentation: [String]
        var streaming: Streaming
        var parameters: SwiftStructure
        var reply: SwiftStructure
    }

    /// An error.
    struct Failure {
        /// The unqualified name in the interface.
        var wireName: String
        /// The name of the case.
        var name: String
        var documentation: [String]
        var properties: [SwiftProperty]
    }

    /// The name of the interface.
    var interface: String
    /// The prefix of all declarations.
    var prefix: String
    var documentation: [String]
    /// The text of the interface in the canonical layout.
    var text: String
    var types: [SwiftDeclaration]
    var methods: [Method]
    var failures: [Failure]
    /// The types of the parameters of errors that are anonymous in the interface.
    var failureTypes: [SwiftDeclaration]

    /// The name of the enumeration without cases that contains the types.
    var contractName: String { "\(prefix)Contract" }
    var errorName: String { "\(prefix)Error" }
    var serviceName: String { "\(prefix)Service" }
    var clientName: String { "\(prefix)Client" }

    /// The type of the errors that a client decodes.
    var clientErrors: String { failures.isEmpty ? "NoErrors" : errorName }
}

extension Contract {
    /// Returns the default prefix of the declarations of an interface.
    ///
    /// The prefix is the last component of the interface's name: `Items` for `io.trellis.Items`. The component before
    /// it is added if the last one begins with a digit, because a Swift name can't. It is also added if the result is
    /// `Service` or `Varlink`, because `ServiceError` and `VarlinkError` exist already. The prefix of
    /// `io.systemd.service` is therefore `SystemdService`.
    static func defaultPrefix(for interface: String) -> String {
        let components = interface.split(separator: ".").map { SwiftName.upperCamel(String($0)) }
        var prefix = ""
        for component in components.reversed() {
            prefix = component + prefix
            let isTaken = prefix == "Varlink" || prefix == "Service" && interface != "org.varlink.service"
            if !isTaken, prefix.first?.isLetter ?? false { break }
        }
        return prefix
    }
}
