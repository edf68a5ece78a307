# Completion of trellisctl for fish(1). trellisctl requests the candidates from the daemon; without a daemon there are none.

function __trellisctl_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --cut-at-cursor --current-token)
    # If a quote is still open, unescaping requires the missing quote.
    set -l start (string unescape -- $current; or string unescape -- $current\"; or string unescape -- $current\'; or echo -- $current)
    # If the program no longer exists, fish must not print an error.
    set -l program $words[1]
    string match --quiet -- '~/*' $program; and set program $HOME(string sub --start 2 -- $program)
    type --query $program; or return
    set -l answer (command $program _complete $words[2..] $start 2>/dev/null)
    switch "$answer[1]"
        case files
            # The path after the option in --input=PATH.
            set -l option "$(string match --regex -- '^--[^=]*=' $start)"
            set -l path "$(string sub --start (math 1 + (string length -- $option)) -- $start)"
            set -l home ''
            set -l tilde ''
            if string match --quiet -- '~/*' $path
                set home $HOME
                set tilde '~'
                set path $HOME(string sub --start 2 -- $path)
            end
            for file in (__fish_complete_path $path)
                echo -- "$option$tilde$(string sub --start (math 1 + (string length -- $home)) -- $file)"
            end
        case words
            # One word per line, and a summary after a tab, as fish expects.
            string join -- \n $answer[2..]
    end
end

complete --command trellisctl --no-files --keep-order --arguments '(__trellisctl_complete)'
