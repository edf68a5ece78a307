import Foundation
import Trellis

extension IssuesInterface {
    typealias ContractError = IssuesError

    func contractError(for error: any Error) -> IssuesError? {
        switch error {
        case let error as GitHubFailure: IssuesError(error, at: clock.now())
        case let error as LoginFailure: IssuesError(error)
        case OptionFailure.noSuchOption(let kind, let name, let suggestion):
            .noSuchOption(kind: .init(kind), name: name, suggestion: suggestion)
        case let error as SessionFailure: IssuesError(error)
        default: nil
        }
    }
}

extension IssuesError {
    /// Converts a failed request to GitHub to an error of the contract.
    fileprivate init(_ failure: GitHubFailure, at now: Date) {
        switch failure {
        case .notSignedIn(let reason): self = .notSignedIn(reason: reason)
        case .notFound(let what): self = .notFound(what: what)
        case .gone(let message): self = .gone(message: message)
        case .forbidden(let message): self = .forbidden(message: message)
        case .rateLimited(let until, let message):
            let seconds = max(0, Int(until.timeIntervalSince(now).rounded(.up)))
            self = .rateLimited(until: until.rfc3339, seconds: seconds, message: message)
        case .validationFailed(let message, let errors):
            let errors = errors.map {
                IssuesContract.ValidationError(
                    resource: $0.resource, field: $0.field, code: $0.code, message: $0.message)
            }
            self = .validationFailed(message: message, errors: errors)
        case .unreachable(let reason, let since): self = .unreachable(reason: reason, since: since.rfc3339)
        case .unusableListing(let reason): self = .unreachable(reason: reason, since: now.rfc3339)
        case .outcomeUnknown(let reason): self = .outcomeUnknown(reason: reason)
        case .refused(let status, let message): self = .refused(status: status, message: message)
        }
    }

    /// Converts a failure that depends on the navigation stack to an error of the contract.
    fileprivate init(_ failure: SessionFailure) {
        switch failure {
        case .noRepository: self = .noRepositorySelected
        case .noIssue: self = .noIssueShown
        case .noNewIssue: self = .noNewIssue
        case .noTitle: self = .noTitle
        case .noSuchNumber(let number, let highest): self = .noSuchNumber(number: number, highest: highest)
        }
    }

    /// Converts a failed sign-in to an error of the contract.
    fileprivate init(_ failure: LoginFailure) {
        switch failure {
        case .noClientID: self = .noClientId
        case .tokenIsCredential(let credential): self = .tokenIsCredential(credential: credential)
        case .sampleAccount: self = .sampleAccount
        case .expired: self = .loginExpired
        case .denied: self = .loginDenied
        case .refused(let code, let message): self = .loginRefused(code: code, message: message)
        case .tokenNotStored(let reason): self = .tokenNotStored(reason: reason)
        }
    }
}
