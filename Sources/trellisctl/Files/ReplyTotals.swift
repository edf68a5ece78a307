import ContractCommands
import Varlink

/// The sums of the integers in the replies of several calls.
struct ReplyTotals {
    private let names: [String]
    private var sums: [String: Int64] = [:]

    /// Creates totals without replies.
    ///
    /// - Parameters:
    ///   - method: The method that replies.
    ///   - interface: The interface that declares the method.
    init(of method: InterfaceDescription.Method, in interface: InterfaceDescription) {
        names = method.reply.filter {
            if case .plain(.int) = interface.resolve($0.type) { true } else { false }
        }.map(\.name)
    }

    /// Adds the integers of a reply.
    mutating func add(_ reply: JSONObject) {
        for name in names {
            guard let number = reply[name]?.integerValue else { continue }
            // A sum that overflows is the maximum.
            let (sum, overflow) = sums[name, default: 0].addingReportingOverflow(number)
            sums[name] = overflow ? .max : sum
        }
    }

    /// The headings and values of the totals.
    var lines: [(heading: String, value: String)] {
        names.compactMap { name in sums[name].map { (CommandName.heading(name).lowercased(), "\($0)") } }
    }
}
