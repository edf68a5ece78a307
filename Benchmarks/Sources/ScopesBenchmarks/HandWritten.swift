import Synchronization

// The scenes of Declared.swift, written by hand: an object creates its parts in order, adds itself to a list of its
// parent, and removes itself when it closes.

final class HandWrittenParent: Sendable {
    let service = Service()

    private let scenes = Mutex<[ObjectIdentifier: any Sendable & AnyObject]>([:])

    func enter(_ scene: any Sendable & AnyObject) {
        scenes.withLock { $0[ObjectIdentifier(scene)] = scene }
    }

    func leave(_ scene: any Sendable & AnyObject) {
        _ = scenes.withLock { $0.removeValue(forKey: ObjectIdentifier(scene)) }
    }
}

final class HandWrittenScene5: Sendable {
    let part0: Part0
    let part1: Part1
    let part2: Part2
    let part3: Part3
    let part4: Part4
    private let parent: HandWrittenParent

    init(parent: HandWrittenParent) {
        self.parent = parent
        part0 = Part0(p0: parent.service)
        part1 = Part1(p0: part0, p1: parent.service)
        part2 = Part2(p0: part0, p1: parent.service)
        part3 = Part3(p0: part1)
        part4 = Part4(p0: part0, p1: part3)
    }

    func open() {
        parent.enter(self)
    }

    func close() {
        parent.leave(self)
    }
}

final class HandWrittenScene50: Sendable {
    let part0: Part0
    let part1: Part1
    let part2: Part2
    let part3: Part3
    let part4: Part4
    let part5: Part5
    let part6: Part6
    let part7: Part7
    let part8: Part8
    let part9: Part9
    let part10: Part10
    let part11: Part11
    let part12: Part12
    let part13: Part13
    let part14: Part14
    let part15: Part15
    let part16: Part16
    let part17: Part17
    let part18: Part18
    let part19: Part19
    let part20: Part20
    let part21: Part21
    let part22: Part22
    let part23: Part23
    let part24: Part24
    let part25: Part25
    let part26: Part26
    let part27: Part27
    let part28: Part28
    let part29: Part29
    let part30: Part30
    let part31: Part31
    let part32: Part32
    let part33: Part33
    let part34: Part34
    let part35: Part35
    let part36: Part36
    let part37: Part37
    let part38: Part38
    let part39: Part39
    let part40: Part40
    let part41: Part41
    let part42: Part42
    let part43: Part43
    let part44: Part44
    let part45: Part45
    let part46: Part46
    let part47: Part47
    let part48: Part48
    let part49: Part49
    private let parent: HandWrittenParent

    init(parent: HandWrittenParent) {
        self.parent = parent
        part0 = Part0(p0: parent.service)
        part1 = Part1(p0: part0, p1: parent.service)
        part2 = Part2(p0: part0, p1: parent.service)
        part3 = Part3(p0: part1)
        part4 = Part4(p0: part0, p1: part3)
        part5 = Part5(p0: part1, p1: part2)
        part6 = Part6(p0: part0, p1: part1)
        part7 = Part7(p0: part2, p1: part3)
        part8 = Part8(p0: part4, p1: parent.service)
        part9 = Part9()
        part10 = Part10(p0: part5, p1: part8)
        part11 = Part11(p0: part5, p1: part7)
        part12 = Part12()
        part13 = Part13(p0: part9)
        part14 = Part14(p0: part9, p1: part12)
        part15 = Part15()
        part16 = Part16(p0: part11, p1: part15)
        part17 = Part17(p0: part11, p1: parent.service)
        part18 = Part18(p0: part14, p1: part15, p2: part16)
        part19 = Part19(p0: part18)
        part20 = Part20(p0: part15, p1: part17)
        part21 = Part21(p0: part18, p1: part19)
        part22 = Part22()
        part23 = Part23(p0: part17, p1: part22)
        part24 = Part24(p0: part22, p1: part23)
        part25 = Part25(p0: part21)
        part26 = Part26(p0: part20, p1: parent.service)
        part27 = Part27(p0: part21, p1: parent.service)
        part28 = Part28(p0: part23, p1: part24)
        part29 = Part29(p0: part23, p1: part27)
        part30 = Part30(p0: part27)
        part31 = Part31(p0: part28, p1: part29)
        part32 = Part32(p0: part26, p1: part30)
        part33 = Part33(p0: part28, p1: part29)
        part34 = Part34(p0: part30, p1: parent.service)
        part35 = Part35(p0: part32)
        part36 = Part36(p0: part30, p1: parent.service)
        part37 = Part37(p0: part32, p1: part35, p2: part36)
        part38 = Part38()
        part39 = Part39(p0: part35)
        part40 = Part40(p0: part38)
        part41 = Part41(p0: part36, p1: part40)
        part42 = Part42(p0: part39)
        part43 = Part43(p0: part38)
        part44 = Part44(p0: part43)
        part45 = Part45(p0: part42)
        part46 = Part46(p0: part42)
        part47 = Part47()
        part48 = Part48(p0: part45)
        part49 = Part49(p0: part45, p1: parent.service)
    }

    func open() {
        parent.enter(self)
    }

    func close() {
        parent.leave(self)
    }
}
