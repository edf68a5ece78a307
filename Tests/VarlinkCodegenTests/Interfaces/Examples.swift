// This target only contains the code that is generated from the interfaces in this folder.
