import Foundation
import Trellis
import TrellisWeb

/// The implementation of `io.trellis.Dashboard`.
struct DashboardInterface: DashboardService {
    private let sockets: ListeningSockets
    private let signIns: SignIns
    private let calls: UserCalls
    private let clock: WallClock

    init(sockets: ListeningSockets, signIns: SignIns, calls: UserCalls, clock: WallClock) {
        (self.sockets, self.signIns, self.calls, self.clock) = (sockets, signIns, calls, clock)
    }

    func signIn(context: CallContext) async throws -> DashboardContract.SignInReply {
        // A browser cannot prolong its session.
        guard context.origin == nil else { throw ServiceError.permissionDenied }
        guard let address = sockets.addresses.first else {
            preconditionFailure("the configuration is validated before the plugin starts")
        }
        let token = signIns.add(calls.user(making: context))
        return DashboardContract.SignInReply(
            url: "http://\(address)\(SignInEndpoint.path)#\(token.text)",
            expires: (clock.now() + SignIns.lifetime / .seconds(1)).rfc3339WithMilliseconds)
    }
}
