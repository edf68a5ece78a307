import VarlinkIDL

/// Everything that is generated of an interface, with all names chosen.
struct Contract {
    /// A method.
    struct Method {
        /// The bare name.
        var wireName: String
        /// The name of the function.
        var name: String
        /// The name of the client's second function, which gives all replies, for a method that may have several.
        var streamName: String
        var documentation: [String]
        var streaming: Streaming
        var parameters: SwiftStructure
        var reply: SwiftStructure
    }

    /// An error.
    struct Failure {
        /// The bare name.
        var wireName: String
        /// The name of the case.
        var name: String
        var documentation: [String]
        var properties: [SwiftProperty]
    }

    /// The interface's name.
    var interface: String
    /// What the names of all declarations begin with.
    var prefix: String
    var documentation: [String]
    /// The interface as text, in the canonical layout.
    var text: String
    var types: [SwiftDeclaration]
    var methods: [Method]
    var failures: [Failure]
    /// The types of the errors' parameters that have no name in the interface.
    var failureTypes: [SwiftDeclaration]

    /// The enumeration without cases that holds the types.
    var contractName: String { "\(prefix)Contract" }
    var errorName: String { "\(prefix)Error" }
    var serviceName: String { "\(prefix)Service" }
    var clientName: String { "\(prefix)Client" }

    /// The type of the errors that a client tells apart.
    var clientErrors: String { failures.isEmpty ? "NoErrors" : errorName }
}

extension Contract {
    /// What the names of an interface's declarations begin with, when nobody says otherwise.
    ///
    /// It is the last component of the interface's name: `Items` for `io.trellis.Items`. Some take the component before
    /// along: one that begins with a digit, as a name of Swift can't; `service`, which would make a second
    /// `ServiceError` beside that of `org.varlink.service` (so `io.systemd.service` has `SystemdService`); `varlink`,
    /// which would make a second `VarlinkError`.
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
