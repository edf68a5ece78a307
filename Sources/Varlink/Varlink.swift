// Whoever uses the protocol has the language too: descriptions of interfaces, their parser and their printer.
@_exported public import VarlinkIDL
