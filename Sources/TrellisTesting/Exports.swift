// The tests of a plugin use the host's types, such as HostEnvironment, through this module.

@_exported public import TrellisHost
