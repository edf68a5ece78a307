import Logging
import Trellis

extension Logger.MetadataProvider {
    /// The request ID and the user of the call that the current task serves.
    ///
    /// In the journal these are the fields `TRELLIS_REQUEST_ID` and `TRELLIS_UID`.
    static let call = Logger.MetadataProvider {
        guard let call = CallIdentity.current else { return [:] }
        var metadata: Logger.Metadata = ["requestID": "\(call.requestID)"]
        if let user = call.userID { metadata["uid"] = "\(user)" }
        return metadata
    }
}
