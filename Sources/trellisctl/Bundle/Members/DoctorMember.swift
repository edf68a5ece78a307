import Varlink

/// The findings of `trellisctl doctor`.
enum DoctorMember: BundleMember {
    static let name = "doctor.json"
    static let contents = "The findings of 'trellisctl doctor'."

    /// The sum of the limits of the checks.
    static let limit = Duration.seconds(150)

    static func collect(in environment: BundleEnvironment) async throws -> String {
        var results: [JSONValue] = []
        _ = try await Doctor(environment: environment.machine).run { results.append(.object($0.json)) }
        return JSONValue.array(results).formatted(.pretty) + "\n"
    }
}
