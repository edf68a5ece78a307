# Completion of trellisctl for bash(1). trellisctl requests the candidates from the daemon; without a daemon there are none.

# Sets word to its second argument, quoted for the kind of quotes that the first one begins with.
_trellisctl_quote() {
    word=$2
    case $1 in
        \'*) word=${word//\'/\'\\\'\'} ;;
        \"*)
            word=${word//\\/\\\\}
            word=${word//\"/\\\"}
            word=${word//\$/\\\$}
            word=${word//\`/\\\`}
            ;;
        *) printf -v word %q "$word" ;;
    esac
}

_trellisctl() {
    local rest=${COMP_LINE:0:COMP_POINT} word trimmed index
    local -a words=() answer=()
    # Bash also breaks words at characters such as = and :. This loop joins them again: its words end only at spaces.
    for ((index = 0; index <= COMP_CWORD; index++)); do
        trimmed=${rest#"${rest%%[![:space:]]*}"}
        if ((index == COMP_CWORD)); then word=$trimmed; else word=${COMP_WORDS[index]}; fi
        if ((index > 0 && ${#trimmed} == ${#rest})); then words[-1]+=$word; else words+=("$word"); fi
        rest=${trimmed:${#word}}
    done
    mapfile -t answer < <("${words[0]/#\~\//$HOME/}" _complete --quoted "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    case ${answer[0]-} in
        files) compopt -o default ;;
        words)
            # Bash replaces only the text after the last = or : of the word.
            local start=${words[-1]}
            start=${start%"${start##*[=:]}"}
            [[ $COMP_WORDBREAKS == *[=:]* ]] || start=
            for word in "${answer[@]:1}"; do
                word=${word%%$'\t'*}
                _trellisctl_quote "${words[-1]}" "${word#"$start"}"
                COMPREPLY+=("$word")
            done
            ;;
    esac
}

complete -o nosort -F _trellisctl trellisctl
