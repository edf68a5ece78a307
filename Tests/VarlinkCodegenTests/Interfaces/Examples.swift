// What is generated from the interfaces of this folder is all that this target is made of.
