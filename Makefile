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
presetdir    = /usr/lib/systemd/system-preset
sysusersdir  = /usr/lib/sysusers.d
tmpfilesdir  = /usr/lib/tmpfiles.d
catalogdir   = /usr/lib/systemd/catalog
# The directory in which gdb, lldb and systemd-coredump find debugging symbols. It does not depend on PREFIX.
debugdir     = /usr/lib/debug

programs   = trellisd trellisctl
units      = trellisd.service trellisd.socket
# The contracts that the daemon serves, except org.varlink.service, which is part of every Varlink service.
interfaces = $(wildcard Sources/HostInterface/*.varlink Sources/TrellisHost/Control/*.varlink Plugins/*/*.varlink)

# Turns warnings into errors in every target. Package.swift reads the variable, so a build without it recompiles all modules.
export TRELLIS_STRICT = 1

pages = man1/trellisctl.1 man5/trellis.yaml.5 man8/trellisd.8

# The state of `make run`.
here = .trellis
# The installations of `make test` and `make lint`.
stage      = .build/stage
lint_stage = .build/stage-debug

.PHONY: help run demo plugin remove-plugin test-plugin build test test-threads soak jepsen bench stage deb release lint docs interfaces fuzz format golden man install uninstall setup setup-lint setup-test setup-deb clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup:
	@Scripts/install-packages libedit-dev libmd-dev libsystemd-dev libsqlite3-dev pkg-config

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

# The configuration of `make run`.
CONFIG ?= etc/trellis/trellis.yaml

# The daemon of the first build has no client of etcd (Package.swift).
run demo: export TRELLIS_ETCD = no

run: setup ## Build the daemon, and run it in the foreground on CONFIG (etc/trellis/trellis.yaml).
	$(SWIFT) build --product trellisd
	$(SWIFT) build --product trellisctl
	@mkdir -p $(here)
	@printf '%s\n' '' \
	    'trellisd runs in the foreground; stop it with Ctrl-C. In a second terminal, try:' '' \
	    '    export TRELLIS_SOCKET=$(CURDIR)/$(here)/io.trellis PATH=$(CURDIR)/.build/debug:$$PATH' \
	    '    trellisctl items add "Green tea" 3' \
	    '    trellisctl items watch' \
	    '    trellisctl status' ''
	@exec .build/debug/trellisd --config '$(CONFIG)' --state-directory $(here)/state \
	    --cache-directory $(here)/cache --runtime-directory $(here)/run --socket $(here)/io.trellis

demo: setup ## Build the daemon, and run every plugin on sample data in the foreground.
	$(SWIFT) build --product trellisd
	$(SWIFT) build --product trellisctl
	@mkdir -p $(here)
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
	@exec .build/debug/trellisd --demo --socket $(here)/demo.socket

plugin: ## Create the plugin NAME, such as Notes, with a database, a stream and tests.
	@Scripts/make-plugin '$(NAME)'

remove-plugin: ## Remove the plugin NAME, if it is unchanged since `make plugin`.
	@Scripts/make-plugin --remove '$(NAME)'

test-plugin: export TRELLIS_ONLY = $(NAME)
test-plugin: setup ## Build and test only the plugin NAME.
	@test -d 'Plugins/$(NAME)/Tests' || { echo "make: there are no tests in Plugins/$(NAME)/Tests" >&2; exit 64; }
	$(SWIFT) build --build-tests
	@# 'swift test' links the code generator again, also with --skip-build, so the next build would run it for each interface.
	.build/debug/trellisPackageTests.xctest --testing-library swift-testing

# A program with a static standard library exports its symbols by default, and the linker then keeps unused code. By default,
# the loader also searches the directory of the program for every library. By default, the first use of a generic type such as
# Dictionary<Role, Grant> parses its mangled name and searches all conformances of the program. The last option has the compiler
# emit a call with the known conformances instead, which saves an eighth of the start of the daemon.
release = -c release --static-swift-stdlib -Xlinker --no-export-dynamic --disable-local-rpath \
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

build: setup ## Build for release, with Swift's standard library linked statically.
	$(SWIFT) build $(release) --product trellisd
	$(SWIFT) build $(release) --product trellisctl

# Tests that run the daemon in a separate process. Swift Testing blocks two threads of Swift's pool while such a process runs. On
# two processors there are no other threads, so concurrent tests would wait, and those with time limits would fail.
process_tests = ^TrellisHostTests\.(StopTests|StuckPluginTests|BusyPluginTests|SharedThreadTests|ValidationTests)

# Tests that measure the memory and the descriptors of their process.
resource_tests = ^TrellisHostTests\.ReloadLoadTests

# Swift Testing keeps a backtrace of every thrown error, 1.4 KB per reload, unless the variable is 0.
measured = SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 TRELLIS_RELOADS

# The Debian packages that the programs require.
libraries = libedit2 libmd0 libsqlite3-0 libstdc++6 libsystemd0 zlib1g

# The time limit of a run of tests, in seconds. A run takes one or two minutes. At the limit, the run ends and prints the unfinished tests.
TEST_SECONDS ?= 1200

test: setup-test ## Run every test; as root also those that boot a real systemd.
	Scripts/install-varlink-client .build/varlink-client
	-Scripts/unpack-package prometheus .build/prometheus
	$(SWIFT) build --build-tests
	Scripts/run-tests $(TEST_SECONDS) $(SWIFT) test --skip-build --disable-xctest --parallel \
	    --experimental-maximum-parallelization-width 8 --skip '^IntegrationTests\.' --skip '$(process_tests)' --skip '$(resource_tests)'
	Scripts/run-tests $(TEST_SECONDS) $(SWIFT) test --skip-build --disable-xctest --filter '$(process_tests)'
	$(measured)=1000 Scripts/run-tests $(TEST_SECONDS) $(SWIFT) test --skip-build --disable-xctest --filter '$(resource_tests)'
	Scripts/run-tests $(TEST_SECONDS) $(SWIFT) test --disable-xctest --package-path Examples/Clock \
	    --scratch-path .build/examples
	DPKG_DEB_COMPRESSOR_LEVEL=0 $(MAKE) --no-print-directory stage deb
	-Scripts/make-debian trixie .build/debian-13 systemd dbus $(libraries)
	TRELLIS_STAGE=$(CURDIR)/$(stage) Scripts/run-tests $(TEST_SECONDS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.'

test-threads: setup-test ## Run the tests of the modules, the plugins and trellisctl with the thread sanitizer.
	Scripts/test-threads --skip '$(process_tests)'

# The durations of the load with faults and of the steady load of `make soak`, in seconds, and the numbers of restarts and of reloads
# under load.
SECONDS  ?= 600
STEADY   ?= 3600
RESTARTS ?= 50
RELOADS  ?= 10000

soak: setup-test ## Run a load with faults for SECONDS (600), a steady load for STEADY (3600), RESTARTS (50) restarts and RELOADS (10000) reloads.
	$(SWIFT) build --build-tests
	$(MAKE) --no-print-directory stage
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_SOAK_SECONDS=$(SECONDS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.SoakTests'
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_STEADY_SECONDS=$(STEADY) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.SteadyLoadTests'
	TRELLIS_STAGE=$(CURDIR)/$(stage) TRELLIS_RESTARTS=$(RESTARTS) $(SWIFT) test --skip-build --disable-xctest \
	    --filter '^IntegrationTests\.RestartTests'
	$(measured)=$(RELOADS) $(SWIFT) test --skip-build --disable-xctest --filter '$(resource_tests)'

# The duration of the load of `make jepsen`, in seconds.
JEPSEN_SECONDS ?= 300

jepsen: setup-test ## Check the shared items for JEPSEN_SECONDS (300) while members of etcd and hosts fail; requires root.
	$(SWIFT) build --build-tests
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

release: ## Check that tag, CHANGELOG.md, versions and recorded interfaces agree, and build the packages in .build/deb.
	Scripts/check-release
	$(MAKE) --no-print-directory deb

lint: setup-lint ## Check format, layers, tasks of plugins, documents, interfaces, units, the first run, and every shipped blueprint.
	Scripts/swift-files | xargs -0 $(SWIFT) format lint --strict --parallel
	Scripts/check-layers
	Scripts/check-dependencies
	Scripts/check-tasks
	Scripts/check-example
	Scripts/check-promises
	Scripts/make-codes --check
	Scripts/generate-provide-overloads --check
	$(SWIFT) build
	Scripts/make-docs
	Scripts/check-interfaces .build/debug/VarlinkCodegen
	Scripts/check-compatibility .build/debug/VarlinkCodegen
	Scripts/check-admission .build/debug/trellisd
	rm -rf $(lint_stage)
	$(MAKE) --no-print-directory install BUILD=debug DESTDIR=$(lint_stage) PREFIX=/usr
	Scripts/check-units $(lint_stage)
	Scripts/check-manual $(lint_stage)/usr/share/man
	Scripts/check-run

docs: setup-lint ## Generate the documentation of the libraries in .build/docs; fails on a warning.
	$(SWIFT) build
	Scripts/make-docs

interfaces: setup ## Check that no interface breaks the clients of its last release.
	$(SWIFT) build --product VarlinkCodegen
	Scripts/check-interfaces .build/debug/VarlinkCodegen
	Scripts/check-compatibility .build/debug/VarlinkCodegen

# The seconds per fuzz target. A run of a minute or less is built without optimization, which takes less time in total.
FUZZ_SECONDS ?= 600

fuzz: ## Run libFuzzer on the parsers and decoders, FUZZ_SECONDS (600) for each target.
	Fuzzing/run $(shell [ $(FUZZ_SECONDS) -gt 60 ] || echo --quick) --seconds $(FUZZ_SECONDS)

format: ## Format every Swift file.
	Scripts/swift-files | xargs -0 $(SWIFT) format format --in-place --parallel

golden: ## Update the expected output of the code generator.
	$(SWIFT) build --product VarlinkCodegen
	Scripts/write-golden .build/debug/VarlinkCodegen

man: ## Generate the manual pages in .build/man.
	$(SWIFT) build
	Scripts/make-manual .build/debug .build/man
	@echo 'Read them with: man -l .build/man/man1/trellisctl.1'

install: ## Install what `make build` built, under PREFIX (/usr/local) in DESTDIR.
	@for program in $(programs); do [ -x .build/$(BUILD)/$$program ] || \
	    { echo "install: there is no .build/$(BUILD)/$$program. Run 'make build' first." >&2; exit 1; }; done
	install -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(interfacedir)' '$(DESTDIR)$(sysconfdir)' '$(DESTDIR)$(unitdir)' \
	    '$(DESTDIR)$(presetdir)' '$(DESTDIR)$(sysusersdir)' '$(DESTDIR)$(tmpfilesdir)' '$(DESTDIR)$(catalogdir)' \
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
	    systemctl disable $(manager) trellisd.socket trellisd.service; fi
	@for program in $(programs); do \
	    Scripts/install-program --remove $$program '$(DESTDIR)$(bindir)' '$(DESTDIR)$(debugdir)' || exit 1; done
	rm -f $(units:%='$(DESTDIR)$(unitdir)'/%) \
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
