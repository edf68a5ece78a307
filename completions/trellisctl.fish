# Completion of trellisctl for fish(1). What can follow is the daemon's to say, so it is asked; without one it says nothing.

function __trellisctl_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --cut-at-cursor --current-token)
    set -l start (string unescape -- $current; or echo -- $current)
    set -l answer (command $words[1] _complete $words[2..] $start 2>/dev/null)
    switch "$answer[1]"
        case files
            set -l option (string match --regex -- '^--[^=]*=' $current)
            string replace --regex -- '^' "$option" (__fish_complete_path (string replace -- "$option" '' $current))
        case words
            # A word a line, and behind a tab what it is: as fish wants it.
            string join -- \n $answer[2..]
    end
end

complete --command trellisctl --no-files --keep-order --arguments '(__trellisctl_complete)'
