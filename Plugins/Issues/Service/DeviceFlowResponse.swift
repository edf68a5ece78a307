/// A response of the device flow: the requested values or an error, both with the status 200 (docs.github.com,
/// "Troubleshooting OAuth app access token request errors").
struct DeviceFlowResponse: Sendable {
    /// The maximum lifetime of a code and the maximum interval: one day.
    ///
    /// The codes of GitHub expire after 900 s.
    static let maximumDuration = Duration.seconds(86_400)

    var deviceCode: String?
    var userCode: String?
    var verificationURL: String?

    /// The lifetime of the code, from zero to ``maximumDuration``.
    var lifetime: Duration?

    /// The interval between requests for the token, from one second to ``maximumDuration``.
    var interval: Duration?

    var accessToken: String?
    var error: String?
    var errorDescription: String?
}

extension DeviceFlowResponse: Decodable {
    private enum CodingKeys: String, CodingKey {
        case interval, error
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURL = "verification_uri"
        case lifetime = "expires_in"
        case accessToken = "access_token"
        case errorDescription = "error_description"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
        func duration(_ key: CodingKeys, atLeast shortest: Duration) throws -> Duration? {
            try container.decodeIfPresent(Int.self, forKey: key).map {
                min(max(.seconds($0), shortest), Self.maximumDuration)
            }
        }
        self.init(
            deviceCode: try text(.deviceCode), userCode: try text(.userCode),
            verificationURL: try text(.verificationURL), lifetime: try duration(.lifetime, atLeast: .zero),
            interval: try duration(.interval, atLeast: .seconds(1)), accessToken: try text(.accessToken),
            error: try text(.error), errorDescription: try text(.errorDescription))
    }
}
