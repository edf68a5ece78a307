public import TrellisHTTP

extension ServerURL {
    /// The REST API of GitHub (docs.github.com, "Getting started with the REST API").
    public static let gitHub = ServerURL(host: "api.github.com")

    /// The server where people, and the OAuth device flow, are, when this one is its REST API.
    ///
    /// Without `api.` before the host for GitHub and its Enterprise Cloud with data residency; without the path
    /// `/api/v3` for an Enterprise Server (docs.github.com, "Getting started with the REST API", and the same for
    /// GHE.com).
    var webServer: ServerURL {
        root(of: host.hasPrefix("api.") ? String(host.dropFirst("api.".count)) : host)
    }
}
