# Builds, runs, tests and installs Trellis. `make help` lists the targets.

SWIFT    ?= swift
PREFIX   ?= /usr/local
DESTDIR  ?=
# The build to install: release (the result of `make build`) or debug.
BUILD    ?= release
# STRIP=no installs the programs with their debugging symbols, for a packager who separates them.
STRIP    ?= yes

bindir       = $(PREFIX)/bin
datadir      = $(PREFIX)/share/trellis
interfacedir = $(datadir)/interfaces
monitoringdir = $(datadir)/monitoring
mandir       = $(PREFIX)/share/man
docdir       = $(PREFIX)/share/doc/trellis
# The directories in which the shells find completions. Debian's zsh has separate directories for packages and for the site.
bashdir      = $(PREFIX)/share/bash-completion/completions
zshdir       = $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
fishdir      = $(PREFIX)/share/fish/vendor_completions.d
sysconfdir   = /etc/trellis
# The directories in which systemd finds units and other files. They do not depend on PREFIX.
unitdir      = /usr/lib/systemd/system
userunitdir  = /usr/lib/systemd/user
presetdir    = /usr/lib/systemd/system-preset
sysusersdir  = /usr/lib/sysusers.d
tmpfilesdir  = /usr/lib/tmpfiles.d
catalogdir   = /usr/lib/systemd/catalog
# The directory in which gdb, lldb and systemd-coredump find debugging symbols. It does not depend on PREFIX.
debugdir     = /usr/lib/debug

programs   = trellisd trellisctl
units      = trellisd.service trellisd.socket trellis-backup.service trellis-backup.timer
userunits  = trellisd.service trellisd.socket
# The contracts that the daemon serves, except org.varlink.service, which is part of every Varlink service.
interfaces = $(wildcard Sources/HostInterface/*.varlink Sources/TrellisHost/Control/*.varlink Plugins/*/*.varlink)

# Turns warnings into errors in every target. Package.swift reads the variable, so a build without it recompiles all modules.
export TRELLIS_STRICT = 1

pages = man1/trellisctl.1 man5/trellis.yaml.5 man8/trellisd.8

# The state of `make run`.
here = .trellis
# The installations of the release build and of the debug build.
stage       = .build/stage
debug_stage = .build/stage-debug

.PHONY: help run demo programs-local plugin remove-plugin test-plugin build build-tests test test-release test-threads soak jepsen bench stage deb release lint docs interfaces fuzz format golden man install uninstall setup setup-lint setup-test setup-deb clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup:
	@Scripts/install-packages libcurl4-openssl-dev libedit-dev libmd-dev libsystemd-dev libsqlite3-dev pkg-config

# The package systemd contains systemd-analyze(1).
setup-lint: setup
	@Scripts/install-packages systemd jq
	@Scripts/install-packages --optional mandoc

setup-deb: setup
	@Scripts/install-packages debhelper dpkg-dev lintian

# Tests that require a missing optional package are skipped with a reason. procps contains pkill(1).
setup-test: setup setup-deb
	@Scripts/install-packages jq procps
	@Scripts/install-packages --optional systemd-container debootstrap python3-venv tmux varlink-go zsh fish \
	    python3-jsonschema python3-prometheus-client python3-yaml chromium chromium-driver etcd-server etcd-client openssl \
	    openssh-server openssh-client iproute2

# Says before a first build how long it takes on two processors.
first = @[ -e .build/$(1) ] || echo 'make: the first build takes $(2); later ones take seconds.'

# The configuration of `make run`.
CONFIG ?= etc/trellis/trellis.yaml
here_options = --state-directory $(here)/state --cache-directory $(here)/cache --runtime-directory $(here)/run \
    --socket $(here)/io.trellis

# Builds the programs of the first minutes. `trellisd-local` has no client of etcd, whose libraries take long to compile.
# Package.swift is compared with the imports first: the linker would name a missing dependency by a mangled symbol.
programs-local: setup
	@Scripts/check-dependencies
	$(call first,debug/trellisd-local,two to seven minutes)
	$(SWIFT) build --product trellisd-local
	$(SWIFT) build --product trellisctl
	@mkdir -p $(here)

# Before a build that takes minutes.
.PHONY: readable-config
readable-config:
	@[ -r '$(CONFIG)' ] || { echo "make run: cannot read the configuration $(CONFIG)" >&2; exit 66; }

run: readable-config programs-local ## Build the daemon, and run it in the foreground on CONFIG (etc/trellis/trellis.yaml).
	@.build/debug/trellisd-local --check --config '$(CONFIG)' $(here_options)
	@printf '%s\n' '' \
	    'trellisd runs in the foreground; stop it with Ctrl-C. In a second terminal, try:' '' \
	    '    export TRELLIS_SOCKET=$(CURDIR)/$(here)/io.trellis PATH=$(CURDIR)/.build/debug:$$PATH' \
	    $(if $(filter etc/trellis/trellis.yaml,$(CONFIG)),'    trellisctl items add "Green tea" 3' '    trellisctl items watch') \
	    '    trellisctl plugin list' \
	    '    trellisctl status' ''
	@exec .build/debug/trellisd-local --config '$(CONFIG)' $(here_options)

demo: programs-local ## Build the daemon, and run each of its plugins on sample data in the foreground.
	@printf '%s\n' '' \
	    'trellisd runs on sample data, which is lost when it ends; stop it with Ctrl-C. In a second terminal, try:' '' \
	    '    export TRELLIS_SOCKET=$(CURDIR)/$(here)/demo.socket PATH=$(CURDIR)/.build/debug:$$PATH' \
	    '    trellisctl search light' \
	    '    trellisctl items list' \
	    '    trellisctl movies upcoming' \
	    '    trellisctl issues repos' \
	    '    trellisctl issues show juniper/tea-timer 1' \
	    '    trellisctl issues close juniper/tea-timer 1' \
	    '    trellisctl status' ''
	@exec .build/debug/trellisd-local --demo --socket $(here)/demo.socket

plugin: ## Create the plugin NAME, such as Notes, with a database, a stream and tests.
	@Scripts/make-plugin '$(NAME)'

remove-plugin: ## Remove the plugin NAME, if it is unchanged since `make plugin`.
	@Scripts/make-plugin --remove '$(NAME)'

# The number of starts of a plugin in its test of conformance.
test-plugin: export TRELLIS_STARTS ?= 20
test-plugin: export TRELLIS_ONLY = $(NAME)
test-plugin: setup ## Build and test only the plugin NAME; FILTER, a regular expression, selects tests.
	@test -d 'Plugins/$(NAME)/Tests' || { echo "make: there are no tests in Plugins/$(NAME)/Tests" >&2; exit 64; }
	@Scripts/check-dependencies
	$(call first,debug/trellisPackageTests.xctest,two to seven minutes)
	$(SWIFT) build --build-tests
	@# 'swift test' links the code generator again, also with --skip-build, so the next build would run it for each interface.
	.build/debug/trellisPackageTests.xctest --testing-library swift-testing $(if $(FILTER),--filter '$(FILTER)')

# A program with a static standard library exports its symbols by default, and the linker then keeps unused code. By default,
# the loader also searches the directory of the program for every library. By default, the first use of a generic type such as
# Dictionary<Role, Grant> parses its mangled name and searches all conformances of the program. The last option has the compiler
# emit a call with the known conformances instead, which saves an eighth of the start of the daemon.
release = -c release --static-swift-stdlib -Xlinker --no-export-dynamic --disable-local-rpath \
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

build: setup ## Build for release, with Swift's standard library linked statically.
	@Scripts/check-dependencies
	$(call first,release/trellisd,ten to thirty minutes)
	$(SWIFT) build $(release) --product trellisd
	$(SWIFT) build $(release) --product trellisctl
	.build/release/trellisd --check etc/trellis/trellis.yaml

# Tests that run the daemon in a separate process. Swift Testing blocks two threads of Swift's pool while such a process runs. On
# two processors there are no other threads, so concurrent tests would wait, and those with time limits would fail.
process_tests = ^TrellisHostTests\.(StopTests|StuckPluginTests|BusyPluginTests|SharedThreadTests|ValidationTests)

# Tests that measure the memory and the descriptors of their process, one after another.
resource_tests = ^(TrellisHostTests\.ReloadLoadTests|TrellisTestingTests\.DescriptorLeakTests)

# Tests of the installed service that need no compiler and no library of Swift, so that a minimal system of another release can run them.
service_tests = ^IntegrationTests\.(Audit|DebugBundleService|Doctor|FailedStart|Journal|MetricsService|OtherDaemons|Remedy|Restart|Sandbox|ServiceFailure|SilentClients)Tests

# Swift Testing keeps a backtrace of every thrown error, 1.4 KB per reload, unless the variable is 0.
measured = SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 TRELLIS_RELOADS

# The packages that the programs require, under their names in Debian 13. libcurl4t64 is libcurl4 of Debian 12.
libraries = libcurl4t64 libedit2 libmd0 libsqlite3-0 libstdc++6 libsystemd0 zlib1g

# The time limit of a run of tests, in seconds. A run takes one to five minutes. At the limit, the run ends and prints the unfinished tests.
TEST_SECONDS ?= 1200

# Builds everything for debugging, once for `make lint` and `make test`.
build-tests: setup-test
	$(call first,debug/trellisPackageTests.xctest,six to twenty minutes)
	$(SWIFT) build --build-tests

run = Scripts/run-tests $(TEST_SECONDS)
run_tests = $(run) $(SWIFT) test --skip-build --disable-xctest

# Installs the debug build.
define stage-debug
	rm -rf $(debug_stage)
	$(MAKE) --no-print-directory install BUILD=debug DESTDIR=$(debug_stage) PREFIX=/usr
endef

test: export TRELLIS_STARTS ?= 100
test: build-tests ## Run every test on the debug build; as root also those that boot a real systemd.
	Scripts/install-varlink-client .build/varlink-client
	-Scripts/unpack-package prometheus .build/prometheus
	$(run_tests) --parallel --experimental-maximum-parallelization-width 8 \
	    --skip '^IntegrationTests\.' --skip '$(process_tests)' --skip '$(resource_tests)'
	$(run_tests) --filter '$(process_tests)'
	$(measured)=200 $(run_tests) --no-parallel --filter '$(resource_tests)'
	$(stage-debug)
	TRELLIS_STAGE=$(CURDIR)/$(debug_stage) $(run_tests) --filter '^IntegrationTests\.'

# What `make test` leaves out for time: everything that needs another build, another system, or many repetitions.
test-release: build-tests ## Run what `make test` leaves out: the release build, its packages on Debian 12 and 13, the service on forky, long runs, DocC, fuzzing.
	DPKG_DEB_COMPRESSOR_LEVEL=0 $(MAKE) --no-print-directory stage deb
	@echo 'make: installing a Debian 13 system into .build/debian-13 takes a minute'
	-Scripts/make-debian trixie .build/debian-13 systemd dbus $(libraries)
	Scripts/install-varlink-client .build/varlink-client
	-Scripts/unpack-package prometheus .build/prometheus
	TRELLIS_STAGE=$(CURDIR)/$(stage) $(run_tests) --filter '^IntegrationTests\.'
	-Scripts/make-debian forky .build/debian-forky systemd dbus procps $(libraries)
	[ ! -d .build/debian-forky ] || TRELLIS_SYSTEM=$(CURDIR)/.build/debian-forky TRELLIS_STAGE=$(CURDIR)/$(stage) \
	    $(run_tests) --filter '$(service_tests)'
	$(run_tests) --filter '[Cc]onformance|^(Counter|Door|Guess|Notes|Report|Sampler)Tests\.'
	$(measured)=1000 $(run_tests) --no-parallel --filter '$(resource_tests)'
	$(run) $(SWIFT) test --disable-xctest --package-path Examples/Clock --scratch-path .build/examples
	Scripts/check-consumer CommandModel Varlink Systemd OpenMetrics Etcd
	Scripts/make-docs
	$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=60

test-threads: setup-test ## Run the tests of the modules, the plugins and trellisctl with the thread sanitizer.
	Scripts/test-threads --skip '$(process_tests)' --skip '^TrellisTestingTests\.DescriptorLeakTests'

# The durations of the load with faults and of many operators at once, and of the steady load of `make soak`, in seconds, and the numbers of restarts and of reloads
# under load.
SECONDS  ?= 600
STEADY   ?= 3600
RESTARTS ?= 50
RELOADS  ?= 10000

soak: build-tests ## Run a load with faults and one of operators for SECONDS (600) each, a steady load for STEADY (3600), RESTARTS (50) restarts and RELOADS (10000) reloads.
	$(MAKE) --no-print-directory stage
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_SOAK_SECONDS=$(SECONDS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.SoakTests'
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_STEADY_SECONDS=$(STEADY) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.SteadyLoadTests'
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_RESTARTS=$(RESTARTS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.RestartTests'
	TRELLIS_STORM_SECONDS=$(SECONDS) $(SWIFT) test --skip-build --disable-xctest --filter '^TrellisHostTests\.OperatorStormTests'
	$(measured)=$(RELOADS) $(SWIFT) test --skip-build --disable-xctest --no-parallel --filter '$(resource_tests)'

# The duration of the load of `make jepsen`, in seconds.
JEPSEN_SECONDS ?= 300

jepsen: build-tests ## Check the shared items for JEPSEN_SECONDS (300) while members of etcd and hosts fail; requires root.
	$(MAKE) --no-print-directory stage
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_JEPSEN_SECONDS=$(JEPSEN_SECONDS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.SharedItemsFaultTests'

bench: build ## Run the benchmarks; fails if a limit is exceeded.
	Scripts/unpack-package caddy .build/caddy
	RELEASE_OPTIONS='$(release)' Benchmarks/run

stage: build
	rm -rf $(stage)
	$(MAKE) --no-print-directory install DESTDIR=$(stage) PREFIX=/usr


deb: build setup-deb ## Build the Debian package .build/deb/trellis_VERSION_ARCHITECTURE.deb, and check it with lintian.
	Scripts/make-deb .build/deb

release: ## Check that tag, CHANGELOG.md, versions and recorded interfaces agree, run all tests, and build the packages in .build/deb.
	Scripts/check-release
	$(MAKE) --no-print-directory lint test test-release
	$(MAKE) --no-print-directory deb

lint: setup-lint ## Check format, layers, tasks of plugins, documents, interfaces, units, the first run, and every shipped blueprint.
	Scripts/swift-files | xargs -0 $(SWIFT) format lint --strict --parallel
	Scripts/check-layers
	Scripts/check-dependencies
	Scripts/check-tasks
	Scripts/check-tests
	Scripts/check-example
	Scripts/check-promises
	Scripts/check-documents
	Scripts/make-codes --check
	Scripts/check-consumer Scopes
	$(MAKE) --no-print-directory build-tests
	Scripts/check-copyright
	$(stage-debug)
	Scripts/make-docs --changed
	Scripts/check-interfaces .build/debug/VarlinkCodegen
	Scripts/check-compatibility .build/debug/VarlinkCodegen
	Scripts/check-admission .build/debug/trellisd
	Scripts/check-configuration .build/debug/trellisd
	Scripts/check-units $(debug_stage)
	Scripts/check-manual $(debug_stage)/usr/share/man
	Scripts/check-run

docs: setup-lint build-tests ## Generate the documentation of the libraries in .build/docs; fails on a warning.
	Scripts/make-docs

interfaces: setup ## Check that no interface breaks the clients of its last release.
	$(SWIFT) build --product VarlinkCodegen
	Scripts/check-interfaces .build/debug/VarlinkCodegen
	Scripts/check-compatibility .build/debug/VarlinkCodegen

# The seconds per fuzz target. A run of a minute or less is built without optimization, which takes less time in total.
FUZZ_SECONDS ?= 600

fuzz: build-tests ## Run libFuzzer on the parsers and decoders, and random calls of a daemon, FUZZ_SECONDS (600) for each target.
	Fuzzing/run $(shell [ $(FUZZ_SECONDS) -gt 60 ] || echo --quick) --seconds $(FUZZ_SECONDS)
	$(stage-debug)
	TRELLIS_STAGE=$(CURDIR)/$(debug_stage) TRELLIS_FUZZ_SECONDS=$(FUZZ_SECONDS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.ContractFuzzTests'

format: ## Format every Swift file.
	Scripts/swift-files | xargs -0 $(SWIFT) format format --in-place --parallel

golden: ## Update the expected output of the code generator.
	$(SWIFT) build --product VarlinkCodegen
	Scripts/write-golden .build/debug/VarlinkCodegen

man: build-tests ## Generate the manual pages in .build/man.
	Scripts/make-manual .build/debug .build/man
	@echo 'Read them with: man -l .build/man/man1/trellisctl.1'

install: ## Install what `make build` built, under PREFIX (/usr/local) in DESTDIR.
	@for program in $(programs); do [ -x .build/$(BUILD)/$$program ] || \
	    { echo "install: there is no .build/$(BUILD)/$$program. Run 'make build' first." >&2; exit 1; }; done
	install -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(interfacedir)' '$(DESTDIR)$(sysconfdir)/trellis.d' '$(DESTDIR)$(unitdir)' \
	    '$(DESTDIR)$(userunitdir)' '$(DESTDIR)$(presetdir)' '$(DESTDIR)$(sysusersdir)' '$(DESTDIR)$(tmpfilesdir)' '$(DESTDIR)$(catalogdir)' \
	    '$(DESTDIR)$(bashdir)' '$(DESTDIR)$(zshdir)' '$(DESTDIR)$(fishdir)' '$(DESTDIR)$(docdir)' '$(DESTDIR)$(monitoringdir)'
	@for program in $(programs); do \
	    $(if $(filter no,$(STRIP)),install -m 755 .build/$(BUILD)/$$program '$(DESTDIR)$(bindir)', \
	    Scripts/install-program .build/$(BUILD)/$$program '$(DESTDIR)$(bindir)' '$(DESTDIR)$(debugdir)') || exit 1; done
	install -m 644 $(interfaces) '$(DESTDIR)$(interfacedir)'
	.build/$(BUILD)/trellisd --schema > '$(DESTDIR)$(datadir)/trellis.schema.json'
	chmod 644 '$(DESTDIR)$(datadir)/trellis.schema.json'
	install -m 644 etc/monitoring/alerts.yml etc/monitoring/dashboard.json '$(DESTDIR)$(monitoringdir)'
	Scripts/make-manual .build/$(BUILD) '$(DESTDIR)$(mandir)'
	install -m 644 completions/trellisctl.bash '$(DESTDIR)$(bashdir)/trellisctl'
	install -m 644 completions/_trellisctl '$(DESTDIR)$(zshdir)'
	install -m 644 completions/trellisctl.fish '$(DESTDIR)$(fishdir)'
	for unit in $(units); do \
	    sed 's|/usr/bin/|$(bindir)/|g' systemd/$$unit > '$(DESTDIR)$(unitdir)'/$$unit && \
	    chmod 644 '$(DESTDIR)$(unitdir)'/$$unit || exit 1; done
	for unit in $(userunits); do \
	    sed 's|/usr/bin/|$(bindir)/|g' systemd/user/$$unit > '$(DESTDIR)$(userunitdir)'/$$unit && \
	    chmod 644 '$(DESTDIR)$(userunitdir)'/$$unit || exit 1; done
	install -m 644 systemd/no-network.conf '$(DESTDIR)$(docdir)'
	install -m 644 systemd/trellis.preset '$(DESTDIR)$(presetdir)/80-trellis.preset'
	install -m 644 systemd/trellis.sysusers '$(DESTDIR)$(sysusersdir)/trellis.conf'
	install -m 644 systemd/trellis.tmpfiles '$(DESTDIR)$(tmpfilesdir)/trellis.conf'
	install -m 644 systemd/trellis.catalog '$(DESTDIR)$(catalogdir)'
	@if [ -e '$(DESTDIR)$(sysconfdir)/trellis.yaml' ]; then \
	    echo "install: $(DESTDIR)$(sysconfdir)/trellis.yaml exists and is left unchanged"; \
	else \
	    sed 's|/usr/share/trellis/|$(datadir)/|' etc/trellis/trellis.yaml > '$(DESTDIR)$(sysconfdir)/trellis.yaml' && \
	    chmod 644 '$(DESTDIR)$(sysconfdir)/trellis.yaml' && \
	    echo "install: $(DESTDIR)$(sysconfdir)/trellis.yaml is new"; fi

# `yes` removes the configuration and the state too.
PURGE ?= no

# On a running system, the units are stopped: first the socket, because a connection to it would start the daemon again.
manager = $(if $(DESTDIR),--root='$(DESTDIR)',$(if $(wildcard /run/systemd/system),--now))

uninstall: ## Stop the units, and remove the installed files; with PURGE=yes also the configuration and the state.
	@if [ -e '$(DESTDIR)$(unitdir)/trellisd.socket' ] && command -v systemctl >/dev/null; then \
	    systemctl disable $(manager) trellisd.socket trellisd.service trellis-backup.timer; fi
	@for program in $(programs); do \
	    Scripts/install-program --remove $$program '$(DESTDIR)$(bindir)' '$(DESTDIR)$(debugdir)' || exit 1; done
	rm -f $(units:%='$(DESTDIR)$(unitdir)'/%) $(userunits:%='$(DESTDIR)$(userunitdir)'/%) \
	    '$(DESTDIR)$(presetdir)/80-trellis.preset' '$(DESTDIR)$(sysusersdir)/trellis.conf' \
	    '$(DESTDIR)$(datadir)/trellis.schema.json' '$(DESTDIR)$(docdir)/no-network.conf' \
	    '$(DESTDIR)$(monitoringdir)/alerts.yml' '$(DESTDIR)$(monitoringdir)/dashboard.json' \
	    '$(DESTDIR)$(tmpfilesdir)/trellis.conf' '$(DESTDIR)$(catalogdir)/trellis.catalog' $(pages:%='$(DESTDIR)$(mandir)'/%) \
	    '$(DESTDIR)$(bashdir)/trellisctl' '$(DESTDIR)$(zshdir)/_trellisctl' '$(DESTDIR)$(fishdir)/trellisctl.fish' \
	    $(patsubst %,'$(DESTDIR)$(interfacedir)'/%,$(notdir $(interfaces)))
	rm -rf '$(DESTDIR)/var/cache/trellis' \
	    $(if $(filter yes,$(PURGE)),'$(DESTDIR)$(sysconfdir)' '$(DESTDIR)/var/lib/trellis')
	@for folder in '$(DESTDIR)$(docdir)' '$(DESTDIR)$(interfacedir)' '$(DESTDIR)$(monitoringdir)' \
	    '$(DESTDIR)$(datadir)' '$(DESTDIR)/run/trellis'; do \
	    [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done
	$(if $(filter --now,$(manager)),systemctl daemon-reload)
	@$(if $(filter yes,$(PURGE)),echo 'uninstall: the user trellis stays.',\
	    echo 'uninstall: $(DESTDIR)$(sysconfdir), $(DESTDIR)/var/lib/trellis and the user trellis stay;' \
	    'PURGE=yes removes the two directories.')

clean: ## Remove all build products, and the state of `make run`.
	rm -rf .build .build-threads Benchmarks/.build $(here)
