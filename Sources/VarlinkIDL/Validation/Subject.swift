/// The subject of a message, such as `method Add, parameter title`.
package struct Subject {
    package let text: String

    package init(_ member: InterfaceDescription.Member) {
        switch member {
        case .type: text = "type \(member.name)"
        case .method: text = "method \(member.name)"
        case .error: text = "error \(member.name)"
        }
    }

    private init(text: String) {
        self.text = text
    }

    func appending(_ kind: String, _ name: String) -> Subject {
        Subject(text: "\(text), \(kind) \(name)")
    }
}
