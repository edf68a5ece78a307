// The public declarations of this module use the types of the host's contract.

@_exported public import HostInterface
