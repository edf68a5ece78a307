/// What a message is about, in words: `method Add, parameter title`.
struct Subject {
    let text: String

    init(_ member: InterfaceDescription.Member) {
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
