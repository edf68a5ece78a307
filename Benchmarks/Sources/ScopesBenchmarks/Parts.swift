// Fifty classes that depend on each other. Each initializer has up to three parameters, which can include the service
// of the parent scope. Both sides of the comparison use these classes.

final class Service: Sendable {}

final class Part0: Sendable {
    let p0: Service
    init(p0: Service) {
        self.p0 = p0
    }
}

final class Part1: Sendable {
    let p0: Part0
    let p1: Service
    init(p0: Part0, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part2: Sendable {
    let p0: Part0
    let p1: Service
    init(p0: Part0, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part3: Sendable {
    let p0: Part1
    init(p0: Part1) {
        self.p0 = p0
    }
}

final class Part4: Sendable {
    let p0: Part0
    let p1: Part3
    init(p0: Part0, p1: Part3) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part5: Sendable {
    let p0: Part1
    let p1: Part2
    init(p0: Part1, p1: Part2) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part6: Sendable {
    let p0: Part0
    let p1: Part1
    init(p0: Part0, p1: Part1) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part7: Sendable {
    let p0: Part2
    let p1: Part3
    init(p0: Part2, p1: Part3) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part8: Sendable {
    let p0: Part4
    let p1: Service
    init(p0: Part4, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part9: Sendable {
}

final class Part10: Sendable {
    let p0: Part5
    let p1: Part8
    init(p0: Part5, p1: Part8) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part11: Sendable {
    let p0: Part5
    let p1: Part7
    init(p0: Part5, p1: Part7) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part12: Sendable {
}

final class Part13: Sendable {
    let p0: Part9
    init(p0: Part9) {
        self.p0 = p0
    }
}

final class Part14: Sendable {
    let p0: Part9
    let p1: Part12
    init(p0: Part9, p1: Part12) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part15: Sendable {
}

final class Part16: Sendable {
    let p0: Part11
    let p1: Part15
    init(p0: Part11, p1: Part15) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part17: Sendable {
    let p0: Part11
    let p1: Service
    init(p0: Part11, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part18: Sendable {
    let p0: Part14
    let p1: Part15
    let p2: Part16
    init(p0: Part14, p1: Part15, p2: Part16) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
    }
}

final class Part19: Sendable {
    let p0: Part18
    init(p0: Part18) {
        self.p0 = p0
    }
}

final class Part20: Sendable {
    let p0: Part15
    let p1: Part17
    init(p0: Part15, p1: Part17) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part21: Sendable {
    let p0: Part18
    let p1: Part19
    init(p0: Part18, p1: Part19) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part22: Sendable {
}

final class Part23: Sendable {
    let p0: Part17
    let p1: Part22
    init(p0: Part17, p1: Part22) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part24: Sendable {
    let p0: Part22
    let p1: Part23
    init(p0: Part22, p1: Part23) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part25: Sendable {
    let p0: Part21
    init(p0: Part21) {
        self.p0 = p0
    }
}

final class Part26: Sendable {
    let p0: Part20
    let p1: Service
    init(p0: Part20, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part27: Sendable {
    let p0: Part21
    let p1: Service
    init(p0: Part21, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part28: Sendable {
    let p0: Part23
    let p1: Part24
    init(p0: Part23, p1: Part24) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part29: Sendable {
    let p0: Part23
    let p1: Part27
    init(p0: Part23, p1: Part27) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part30: Sendable {
    let p0: Part27
    init(p0: Part27) {
        self.p0 = p0
    }
}

final class Part31: Sendable {
    let p0: Part28
    let p1: Part29
    init(p0: Part28, p1: Part29) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part32: Sendable {
    let p0: Part26
    let p1: Part30
    init(p0: Part26, p1: Part30) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part33: Sendable {
    let p0: Part28
    let p1: Part29
    init(p0: Part28, p1: Part29) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part34: Sendable {
    let p0: Part30
    let p1: Service
    init(p0: Part30, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part35: Sendable {
    let p0: Part32
    init(p0: Part32) {
        self.p0 = p0
    }
}

final class Part36: Sendable {
    let p0: Part30
    let p1: Service
    init(p0: Part30, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part37: Sendable {
    let p0: Part32
    let p1: Part35
    let p2: Part36
    init(p0: Part32, p1: Part35, p2: Part36) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
    }
}

final class Part38: Sendable {
}

final class Part39: Sendable {
    let p0: Part35
    init(p0: Part35) {
        self.p0 = p0
    }
}

final class Part40: Sendable {
    let p0: Part38
    init(p0: Part38) {
        self.p0 = p0
    }
}

final class Part41: Sendable {
    let p0: Part36
    let p1: Part40
    init(p0: Part36, p1: Part40) {
        self.p0 = p0
        self.p1 = p1
    }
}

final class Part42: Sendable {
    let p0: Part39
    init(p0: Part39) {
        self.p0 = p0
    }
}

final class Part43: Sendable {
    let p0: Part38
    init(p0: Part38) {
        self.p0 = p0
    }
}

final class Part44: Sendable {
    let p0: Part43
    init(p0: Part43) {
        self.p0 = p0
    }
}

final class Part45: Sendable {
    let p0: Part42
    init(p0: Part42) {
        self.p0 = p0
    }
}

final class Part46: Sendable {
    let p0: Part42
    init(p0: Part42) {
        self.p0 = p0
    }
}

final class Part47: Sendable {
}

final class Part48: Sendable {
    let p0: Part45
    init(p0: Part45) {
        self.p0 = p0
    }
}

final class Part49: Sendable {
    let p0: Part45
    let p1: Service
    init(p0: Part45, p1: Service) {
        self.p0 = p0
        self.p1 = p1
    }
}
