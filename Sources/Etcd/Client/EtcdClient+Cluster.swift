extension EtcdClient {
    /// Reads the state of a member, which answers without a leader, too.
    ///
    /// - Parameter endpoint: One of the endpoints of the configuration; nil for the member that answers first.
    /// - Returns: The state.
    /// - Throws: ``EtcdError`` if the member, or each member, cannot be reached.
    public func status(of endpoint: EtcdEndpoint? = nil) async throws(EtcdError) -> EtcdStatus {
        let request = Etcdserverpb_StatusRequest()
        var answered: EtcdEndpoint?
        let response: Etcdserverpb_StatusResponse
        if let endpoint {
            guard let member = cluster.connections.first(where: { $0.endpoint == endpoint }) else {
                throw EtcdError(
                    cause: .unavailable, outcome: .notDone, endpoint: endpoint,
                    message: "the endpoint is not part of the configuration")
            }
            response = try await cluster.authenticated(at: member, requiresLeader: false, until: deadline) {
                (member, attempt) async throws(EtcdError) in
                try await member.call(.status, request, attempt)
            }
            answered = endpoint
        } else {
            response = try await cluster.perform(.status, requiresLeader: false, until: deadline) {
                (member, attempt) async throws(EtcdError) in
                answered = member.endpoint
                return try await member.call(.status, request, attempt)
            }
        }
        return EtcdStatus(
            endpoint: answered ?? cluster.connections[0].endpoint, cluster: response.header.clusterID,
            member: response.header.memberID, version: response.version, revision: response.header.revision,
            leader: response.leader == 0 ? nil : response.leader, isLearner: response.isLearner,
            databaseSize: response.dbSize, databaseSizeInUse: response.dbSizeInUse, faults: response.errors)
    }

    /// Reads the members of the cluster.
    ///
    /// - Returns: The members, including those that are not part of the configuration.
    /// - Throws: ``EtcdError`` if no member can be reached.
    public func members() async throws(EtcdError) -> [EtcdMember] {
        try await call(.memberList, Etcdserverpb_MemberListRequest(), requiresLeader: false).members.map {
            EtcdMember(
                id: $0.id, name: $0.name, peerURLs: $0.peerUrls, clientURLs: $0.clientUrls, isLearner: $0.isLearner)
        }
    }
}
