# Trellis: how it is built, tried, tested and installed. `make help` lists the targets.

SWIFT    ?= swift
PREFIX   ?= /usr/local
DESTDIR  ?=
BUILD    ?= release

bindir      = $(PREFIX)/bin
sysconfdir  = /etc
# Where systemd looks for units and the like; the same under every prefix, because it does not look anywhere else.
unitdir     = /usr/lib/systemd/system
presetdir   = /usr/lib/systemd/system-preset
sysusersdir = /usr/lib/sysusers.d
tmpfilesdir = /usr/lib/tmpfiles.d

# Warnings are errors in every target here.
export TRELLIS_STRICT = 1

# The folder of what `make run` keeps.
here = .trellis

.PHONY: help run build test lint format install uninstall bench setup setup-test clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Install what building needs (Debian packages).
	@Scripts/install-packages libsystemd-dev libsqlite3-dev pkg-config

setup-test: setup
	@Scripts/install-packages systemd-container python3-venv varlink-go

run: setup ## Build the daemon, and run it in the foreground on etc/trellis/trellis.yaml.
	$(SWIFT) build --product trellisd
	$(SWIFT) build --product trellisctl
	@mkdir -p $(here)
	@printf '%s\n' '' \
	    'trellisd runs in the foreground; stop it with Ctrl-C. In a second terminal, try:' '' \
	    '    export TRELLIS_SOCKET=$(CURDIR)/$(here)/io.trellis PATH=$(CURDIR)/.build/debug:$$PATH' \
	    '    trellisctl items add "Green tea" 3' \
	    '    trellisctl items watch' \
	    '    trellisctl status' ''
	@exec .build/debug/trellisd --config etc/trellis/trellis.yaml --state-directory $(here)/state \
	    --cache-directory $(here)/cache --runtime-directory $(here)/run --socket $(here)/io.trellis

build: setup ## Build for release, with Swift's standard library linked statically.
	$(SWIFT) build -c release --static-swift-stdlib --product trellisd
	$(SWIFT) build -c release --static-swift-stdlib --product trellisctl

test: setup-test ## Run every test; as root also those that boot a real systemd.
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --parallel --skip IntegrationTests
	$(MAKE) build
	$(SWIFT) test --skip-build --filter IntegrationTests

lint: setup ## Check format, layers, interfaces, units, and the graph of every shipped blueprint.
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Plugins Tests
	Scripts/check-layers
	$(SWIFT) build
	Scripts/check-interfaces .build/debug/VarlinkCodegen
	Scripts/check-admission .build/debug/trellisd

format: ## Format every Swift file.
	$(SWIFT) format format --in-place --recursive --parallel Package.swift Sources Plugins Tests

clean: ## Remove what was built, and what `make run` keeps.
	rm -rf .build $(here)
