// The public declarations of this module use the types of these modules.

@_exported public import HostConfiguration
@_exported public import HostInterface
@_exported public import HostSupport
