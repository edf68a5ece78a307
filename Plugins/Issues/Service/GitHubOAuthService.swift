import Foundation
import Trellis
import TrellisHTTP

/// Gets a token from GitHub by the OAuth device flow (RFC 8628; docs.github.com, "Authorizing OAuth apps", "Device
/// flow").
struct GitHubOAuthService: OAuthService {
    private let connection: GitHubConnection
    private let availability: GitHubAvailability
    private let server: ServerURL
    private let clientId: String?
    private let scope: String
    private let clock: WallClock

    init(
        connection: GitHubConnection, availability: GitHubAvailability, configuration: IssuesConfiguration,
        clock: WallClock
    ) {
        self.connection = connection
        self.availability = availability
        server = configuration.loginURL
        clientId = configuration.clientId
        scope = configuration.scope
        self.clock = clock
    }

    func requestCode() async throws -> DeviceCode {
        guard let clientId else { throw LoginFailure.noClientID }
        let payload = try await post(["login", "device", "code"], [("client_id", clientId), ("scope", scope)])
        guard let deviceCode = payload.deviceCode, let userCode = payload.userCode,
            let verificationURL = payload.verificationURL, let life = payload.life
        else { throw Self.failure(payload) }
        return DeviceCode(
            deviceCode: deviceCode, userCode: userCode, verificationURL: verificationURL,
            expires: clock.now().addingTimeInterval(life / .seconds(1)),
            // RFC 8628, 3.2: five seconds, when the server does not say.
            interval: payload.interval ?? .seconds(5))
    }

    func requestToken(for code: DeviceCode) async throws -> TokenAnswer {
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
        // The documentation's table names the first, its text the second.
        case "expired_token", "token_expired": throw LoginFailure.expired
        case "access_denied": throw LoginFailure.denied
        default: throw Self.failure(payload)
        }
    }

    private func post(_ path: [String], _ form: [(String, String)]) async throws -> DeviceFlowAnswer {
        let body = form.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        let request = HTTPRequest(
            .post, url: server.url(path),
            // Without this, GitHub answers with a form (docs.github.com, "Authorizing OAuth apps").
            headers: [
                (name: "Accept", value: "application/json"),
                (name: "Content-Type", value: "application/x-www-form-urlencoded"),
            ],
            body: Array(body.utf8))
        let response: HTTPResponse
        do {
            response = try await connection.answer(to: request, from: server)
        } catch let failure as HTTPFailure {
            throw unreachable(failure.reason)
        }
        if let payload = try? ReceivedJSON.decode(DeviceFlowAnswer.self, from: response.body),
            response.status == 200 || payload.error != nil
        {
            return payload
        }
        switch response.status {
        // GitHub limits how often codes are asked for and entered ("Rate limits for the device flow").
        case 403, 429:
            throw unreachable("it takes no more sign-ins for now")
        case 200:
            throw unreachable("what it answered can't be read: it is not JSON")
        default:
            throw LoginFailure.refused(
                code: "status_\(response.status)", message: GitHubErrorBody(of: response).message)
        }
    }

    private func unreachable(_ reason: String) -> GitHubFailure {
        .unreachable(reason: reason, since: availability.awaySince)
    }

    /// What an answer means that has an error in it, or not what was asked for.
    private static func failure(_ payload: DeviceFlowAnswer) -> LoginFailure {
        let code = payload.error ?? "incomplete_answer"
        let advice =
            switch code {
            case "device_flow_disabled": "the device flow is not enabled in the settings of the OAuth app"
            case "incorrect_client_credentials", "Not Found": "GitHub does not know the clientId of the configuration"
            case "incorrect_device_code": "GitHub does not know the code any more: log in again"
            case "unsupported_grant_type": "the server does not know the device flow"
            default: "GitHub's answer is not what its documentation says"
            }
        return .refused(code: code, message: payload.errorDescription.map { "\(advice) (\($0))" } ?? advice)
    }
}
