import CommandModel
import ContractCommands
import HTTPTypes
import Trellis

/// An error of a Varlink call, for a response.
struct CallError {
    /// The qualified name of the error.
    let name: String

    /// The parameters of the error.
    let parameters: JSONObject

    /// The interface that declares the error.
    var interface: String { String(name[..<(name.lastIndex(of: ".") ?? name.startIndex)]) }

    private var shortName: Substring { name[(name.lastIndex(of: ".").map(name.index(after:)) ?? name.startIndex)...] }

    /// The status of the response.
    var status: HTTPResponse.Status {
        switch name {
        case "io.trellis.Host.RoleRequired", "org.varlink.service.PermissionDenied": .forbidden
        case "org.varlink.service.InvalidParameter": .badRequest
        case "org.varlink.service.MethodNotFound", "org.varlink.service.InterfaceNotFound",
            "org.varlink.service.MethodNotImplemented":
            .notFound
        default: .conflict
        }
    }

    /// Returns the error in words.
    ///
    /// - Parameter contract: The contract of the interface; nil if it is unknown.
    /// - Returns: The message of the error if it has one, otherwise its description in the contract, with the values of the
    ///   parameters.
    func message(describedBy contract: InterfaceDescription?) -> String {
        if let message = parameters["message"]?.stringValue { return message }
        let documentation = contract?.errors.first { $0.name == shortName }?.purpose.inOneLine ?? ""
        let values = parameters.members.filter { $0.key != "requestID" && $0.value != .null }.map { member in
            "\(member.key): \(member.value.stringValue ?? member.value.formatted())"
        }.joined(separator: ", ")
        let sentence = documentation.isEmpty ? "\(shortName)." : documentation
        return values.isEmpty ? sentence : "\(sentence) (\(values))"
    }
}
