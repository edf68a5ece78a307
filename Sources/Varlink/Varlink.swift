// Users of the protocol need the interface language, too: its descriptions, parser and printer.
@_exported public import VarlinkIDL
