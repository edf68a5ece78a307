import TrellisHTTP

/// The body of an error response of GitHub.
///
/// The body has a `message`, and, with the status 422, `errors` (docs.github.com, "Troubleshooting the REST API").
/// Errors with an unexpected format are ignored.
struct GitHubErrorBody: Decodable {
    /// The maximum number of characters of a string.
    ///
    /// Longer strings are truncated, because replies and logs quote them.
    static let maximumLength = 1_000

    /// The maximum number of errors; further ones are ignored.
    static let maximumErrors = 100

    /// The error message of GitHub.
    let message: String

    /// The errors in the input of the request, if GitHub reports any.
    let errors: [GitHubFailure.ValidationError]

    /// Decodes the body of a response.
    ///
    /// If the body is not JSON, the message consists of the status.
    init(of response: HTTPResponse) {
        do {
            self = try ReceivedJSON.decode(Self.self, from: response.body)
        } catch {
            message = "status \(response.status)"
            errors = []
        }
    }

    private enum CodingKeys: String, CodingKey {
        case message, errors
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message).prefixed
        let errors = (try? container.decode([Entry].self, forKey: .errors).map(\.error)) ?? []
        self.errors = Array(errors.prefix(Self.maximumErrors))
    }

    /// An error, which is an object or a string (schemas `validation-error` and `validation-error-simple` of GitHub's
    /// OpenAPI description).
    private struct Entry: Decodable {
        struct Object: Decodable {
            var resource: String?
            var field: String?
            var code: String
            var message: String?
        }

        let error: GitHubFailure.ValidationError

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                error = GitHubFailure.ValidationError(code: "custom", message: text.prefixed)
            } else {
                let object = try container.decode(Object.self)
                error = GitHubFailure.ValidationError(
                    resource: object.resource?.prefixed, field: object.field?.prefixed, code: object.code.prefixed,
                    message: object.message?.prefixed)
            }
        }
    }
}

extension String {
    /// The string, truncated to ``GitHubErrorBody/maximumLength``.
    fileprivate var prefixed: String { String(prefix(GitHubErrorBody.maximumLength)) }
}
