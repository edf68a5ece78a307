// What the public declarations of this module name: the contract of the host.

@_exported public import HostInterface
