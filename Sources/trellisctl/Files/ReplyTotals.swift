import Varlink

/// What the replies of many calls come to: the sums of their whole numbers.
struct ReplyTotals {
    private let names: [String]
    private var sums: [String: Int64] = [:]

    /// Prepares to add.
    ///
    /// - Parameters:
    ///   - method: The method that replies.
    ///   - interface: The interface that it belongs to.
    init(of method: InterfaceDescription.Method, in interface: InterfaceDescription) {
        names = method.reply.filter {
            if case .plain(.int) = interface.resolve($0.type) { true } else { false }
        }.map(\.name)
    }

    /// Adds a reply.
    mutating func add(_ reply: JSONObject) {
        for name in names {
            guard let number = reply[name]?.integerValue else { continue }
            // A sum that is too great to be told is as great as can be told.
            let (sum, overflow) = sums[name, default: 0].addingReportingOverflow(number)
            sums[name] = overflow ? .max : sum
        }
    }

    /// The sums, as lines of a heading and a value.
    var lines: [(heading: String, value: String)] {
        names.compactMap { name in sums[name].map { (CommandName.heading(name).lowercased(), "\($0)") } }
    }
}
