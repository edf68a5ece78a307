import Foundation
import Trellis
import TrellisHTTP

/// An OAuth service that uses GitHub's device flow (RFC 8628; docs.github.com, "Authorizing OAuth apps", "Device flow").
struct GitHubOAuthService: OAuthService {
    private let connection: GitHubConnection
    private let availability: GitHubAvailability
    private let server: ServerURL
    private let clientId: String?
    private let scope: String
    private let clock: WallClock

    init(
        connection: GitHubConnection, availability: GitHubAvailability, server: ServerURL, clientId: String?,
        scope: String, clock: WallClock
    ) {
        self.connection = connection
        self.availability = availability
        (self.server, self.clientId, self.scope) = (server, clientId, scope)
        self.clock = clock
    }

    func requestCode() async throws -> DeviceCode {
        guard let clientId else { throw LoginFailure.noClientID }
        let payload = try await post(["login", "device", "code"], [("client_id", clientId), ("scope", scope)])
        guard let deviceCode = payload.deviceCode, let userCode = payload.userCode,
            let verificationURL = payload.verificationURL, let lifetime = payload.lifetime
        else { throw Self.failure(payload) }
        return DeviceCode(
            deviceCode: deviceCode, userCode: userCode, verificationURL: verificationURL,
            expires: clock.now().addingTimeInterval(lifetime / .seconds(1)),
            // The default interval of RFC 8628, 3.2.
            interval: payload.interval ?? .seconds(5))
    }

    func requestToken(for code: DeviceCode) async throws -> TokenResponse {
        guard let clientId else { throw LoginFailure.noClientID }
        let payload = try await post(
            ["login", "oauth", "access_token"],
            [
                ("client_id", clientId), ("device_code", code.deviceCode),
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ])
        if let text = payload.accessToken, let token = Token(text) { return .token(token) }
        switch payload.error {
        case "authorization_pending": return .pending
        case "slow_down": return .slowDown(payload.interval)
        // GitHub's documentation uses both codes.
        case "expired_token", "token_expired": throw LoginFailure.expired
        case "access_denied": throw LoginFailure.denied
        default: throw Self.failure(payload)
        }
    }

    private func post(_ path: [String], _ form: [(String, String)]) async throws -> DeviceFlowResponse {
        let body = form.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        let request = HTTPRequest(
            .post, url: server.url(path),
            // Without this header, GitHub returns form data (docs.github.com, "Authorizing OAuth apps").
            headers: [
                (name: "Accept", value: "application/json"),
                (name: "Content-Type", value: "application/x-www-form-urlencoded"),
            ],
            body: Array(body.utf8))
        let response: HTTPResponse
        do {
            response = try await connection.response(to: request, from: server)
        } catch let failure as HTTPFailure {
            throw unreachable(failure.reason)
        }
        if let payload = try? ReceivedJSON.decode(DeviceFlowResponse.self, from: response.body),
            response.status == 200 || payload.error != nil
        {
            return payload
        }
        switch response.status {
        // See docs.github.com, "Rate limits for the device flow".
        case 403, 429:
            throw unreachable("rate limited (\(response.status)): too many sign-ins")
        case 200:
            throw unreachable("the response is not JSON")
        default:
            throw LoginFailure.refused(
                code: "status_\(response.status)", message: GitHubErrorBody(of: response).message)
        }
    }

    private func unreachable(_ reason: String) -> GitHubFailure {
        .unreachable(reason: reason, since: availability.unavailableSince)
    }

    /// Returns the failure for a response with an error, or without the requested values.
    private static func failure(_ payload: DeviceFlowResponse) -> LoginFailure {
        let code = payload.error ?? "incomplete_response"
        let advice =
            switch code {
            case "device_flow_disabled": "the device flow is disabled in the settings of the OAuth app; enable it"
            case "incorrect_client_credentials", "Not Found": "unknown client ID; check plugins.issues.clientId"
            case "incorrect_device_code": "the code is no longer valid; log in again"
            case "unsupported_grant_type": "the server does not support the device flow"
            default: "unexpected response of GitHub"
            }
        return .refused(code: code, message: payload.errorDescription.map { "\(advice) (\($0))" } ?? advice)
    }
}
