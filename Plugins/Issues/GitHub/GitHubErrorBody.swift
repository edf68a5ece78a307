import TrellisHTTP

/// What GitHub says in an answer that is an error.
///
/// It has a `message`, and with the status 422 `errors` (docs.github.com, "Troubleshooting the REST API"). What is
/// missing in it, or is something else, is left out.
struct GitHubErrorBody: Decodable {
    /// The maximum number of characters of a text: more is cut off, since replies and logs quote it.
    static let maximumLength = 1_000

    /// The maximum number of faults.
    static let maximumFaults = 100

    /// What is wrong, in a sentence.
    let message: String

    /// What is wrong with what it was given.
    let faults: [GitHubFailure.Fault]

    /// Reads the body of an answer.
    ///
    /// One that is no JSON says what its status says.
    init(of response: HTTPResponse) {
        do {
            self = try ReceivedJSON.decode(Self.self, from: response.body)
        } catch {
            message = "status \(response.status)"
            faults = []
        }
    }

    private enum CodingKeys: String, CodingKey {
        case message, errors
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message).prefixed
        let faults = (try? container.decode([Entry].self, forKey: .errors).map(\.fault)) ?? []
        self.faults = Array(faults.prefix(Self.maximumFaults))
    }

    /// One of the errors: an object, or a text alone (the schemas validation-error and validation-error-simple of
    /// GitHub's OpenAPI description).
    private struct Entry: Decodable {
        struct Object: Decodable {
            var resource: String?
            var field: String?
            var code: String
            var message: String?
        }

        let fault: GitHubFailure.Fault

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                fault = GitHubFailure.Fault(code: "custom", message: text.prefixed)
            } else {
                let object = try container.decode(Object.self)
                fault = GitHubFailure.Fault(
                    resource: object.resource?.prefixed, field: object.field?.prefixed, code: object.code.prefixed,
                    message: object.message?.prefixed)
            }
        }
    }
}

extension String {
    /// As much of the text as an error quotes.
    fileprivate var prefixed: String { String(prefix(GitHubErrorBody.maximumLength)) }
}
