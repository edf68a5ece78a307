/// Calls of the daemon's interfaces in the name of users, for a plugin that offers them to people in another form, such as a
/// web page.
///
/// The host provides the instance only to a plugin with the grant ``PluginGrant/userCalls``:
///
/// ```swift
/// PluginManifest(name: "dashboard", version: "1.0.0", summary: "…", grants: [.userCalls])
/// ```
///
/// The plugin receives a user from a call that the user makes on the control socket (``user(making:)``). Calls in the name of
/// the user pass the same checks as those of the user on the socket, and have the same records in the audit log, which also
/// contain the name of the plugin.
public struct UserCalls: Sendable {
    private let represent: @Sendable (CallContext) -> RepresentedUser
    private let record: @Sendable (RejectedRequest) -> Void

    /// Creates an instance; the host and tests do.
    ///
    /// - Parameters:
    ///   - represent: Returns the user who makes a call.
    ///   - record: Records a rejected request in the audit log.
    public init(
        representing represent: @escaping @Sendable (CallContext) -> RepresentedUser,
        recording record: @escaping @Sendable (RejectedRequest) -> Void
    ) {
        (self.represent, self.record) = (represent, record)
    }

    /// Returns the user who makes a call, so that the plugin can make calls in the name of the user after this one has ended.
    ///
    /// The credentials are those of the connection of the call. A call from the daemon's own process is one of the daemon's
    /// user.
    ///
    /// - Parameter context: The context of the call.
    /// - Returns: The user.
    public func user(making context: CallContext) -> RepresentedUser { represent(context) }

    /// Records in the audit log that the plugin has rejected a request.
    ///
    /// - Parameter request: The request.
    public func recordRejection(of request: RejectedRequest) { record(request) }
}

/// A user in whose name a plugin makes calls.
public struct RepresentedUser: Sendable {
    /// The identifier of the user.
    public let id: UInt32

    /// The name of the user; the identifier if the user has no name.
    public let name: String

    /// The role that calls of the user have now; nil if the user has none.
    ///
    /// A reload of the configuration can change it at any time.
    public var role: Role? { currentRole() }

    private let currentRole: @Sendable () -> Role?
    private let makeCaller: @Sendable () -> any VarlinkCaller

    /// Creates a user; the host and tests do.
    ///
    /// - Parameters:
    ///   - id: The identifier of the user.
    ///   - name: The name of the user.
    ///   - role: Returns the present role of the user; nil if the user has none.
    ///   - connect: Returns a new caller.
    public init(
        id: UInt32, name: String, role: @escaping @Sendable () -> Role?,
        connect: @escaping @Sendable () -> any VarlinkCaller
    ) {
        (self.id, self.name, currentRole, makeCaller) = (id, name, role, connect)
    }

    /// Returns a caller that makes calls in the name of the user.
    ///
    /// The calls of one caller share the sessions of plugins, as those of one connection do. The sessions end when the last
    /// copy of the caller is released.
    ///
    /// - Returns: The caller.
    public func connect() -> any VarlinkCaller { makeCaller() }
}

/// A request that a plugin with the grant ``PluginGrant/userCalls`` has rejected, for the audit log.
public struct RejectedRequest: Sendable, Hashable {
    /// The request, such as `GET /login`.
    ///
    /// The audit log keeps at most 200 bytes.
    public var request: String

    /// The reason for the rejection, such as `the sign-in URL was used before`.
    public var reason: String

    /// The identifier of the user; nil if the request has no session.
    public var user: UInt32?

    /// Creates a description of a rejected request.
    ///
    /// - Parameters:
    ///   - request: The request, such as `GET /login`.
    ///   - reason: The reason for the rejection.
    ///   - user: The identifier of the user; nil if the request has no session.
    public init(_ request: String, because reason: String, user: UInt32? = nil) {
        (self.request, self.reason, self.user) = (request, reason, user)
    }
}
