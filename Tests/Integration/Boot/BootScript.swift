/// The script that mounts, boots, and cleans up a machine.
///
/// sh(1) runs the script in a separate mount namespace, so the mounts are removed when the script ends.
///
/// The arguments are a folder, the name of the machine, the folder of the system to boot, and the mount points of the
/// control group hierarchies. When its standard input ends, the script powers the machine off and exits.
let bootScript = #"""
    set -eu
    folder=$1 name=$2 system=$3
    shift 3
    trap 'touch "$folder/ended"' EXIT

    disk=$folder/disk
    mkdir "$disk"
    mount -t tmpfs -o mode=0755 trellis-machine "$disk"
    mkdir "$disk/changes" "$disk/work" "$disk/root"
    mount -t overlay -o "lowerdir=$system,upperdir=$disk/changes,workdir=$disk/work" overlay "$disk/root"

    # The machine has no files of a daemon that has run on the host, whose own files remain below the overlay.
    rm -rf "$disk/root/etc/trellis" "$disk/root/var/lib/trellis" "$disk/root/var/cache/trellis"
    echo "$name" > "$disk/root/etc/hostname"
    # The machine's own journal, not the host's journal on disk.
    mkdir -p "$disk/root/etc/systemd/journald.conf.d"
    printf '[Journal]\nStorage=volatile\n' > "$disk/root/etc/systemd/journald.conf.d/trellis-machine.conf"

    # systemd-nspawn leaves folders in /run, which end with this namespace.
    mount -t tmpfs -o mode=0755 trellis-run /run

    # Separate control groups, because systemd-nspawn creates groups with fixed names in its own group; and one group
    # for the commands that the test runs in the machine.
    export name hierarchies="$*"
    for hierarchy; do mkdir "$hierarchy/$name" "$hierarchy/$name/commands"; done
    SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 sh -c '
        for hierarchy in $hierarchies; do echo $$ > "$hierarchy/$name/cgroup.procs"; done
        exec systemd-nspawn "$@"
    ' nspawn --quiet --register=no --keep-unit --boot --private-network --console=read-only --link-journal=no \
        --resolv-conf=off --machine="$name" --directory="$disk/root" systemd.unit=basic.target \
        < /dev/null > "$folder/console" 2>&1 &
    machine=$!
    echo "$machine" > "$folder/nspawn"

    # Commands are killed first: the machine cannot power off while a process in it waits for its parent on the host.
    end_commands() {
        tries=0
        while [ "$tries" -lt 100 ] && grep -qs . "$1/$name/commands/cgroup.procs"; do
            tries=$((tries + 1))
            xargs -r kill -s KILL < "$1/$name/commands/cgroup.procs" || true
            sleep 0.02
        done
    }
    # systemd-nspawn powers the machine off at the first SIGTERM, and ends at once at the second.
    stop() {
        end_commands "$1"
        kill -s TERM "$machine" || true
    }
    trap 'stop "$1"' TERM INT HUP
    exec 3<&0
    (
        read -r line <&3 || true
        stop "$1"
        tries=0
        while kill -s 0 "$machine"; do
            tries=$((tries + 1))
            [ "$tries" -ne 300 ] || stop "$1"
            sleep 0.1
        done
    ) > /dev/null 2>&1 &

    while kill -s 0 "$machine" 2> /dev/null; do wait "$machine" || true; done
    end_commands "$1"
    for hierarchy; do find "$hierarchy/$name" -depth -type d -exec rmdir {} +; done
    """#
