# Completion of trellisctl for bash(1). What can follow is the daemon's to say, so it is asked; without one it says nothing.

_trellisctl() {
    local rest=${COMP_LINE:0:COMP_POINT} word trimmed index
    local -a words=() answer=()
    # Bash breaks words at signs such as = as well. What no blank divides is one word.
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
            # Only what stands behind the last such sign is replaced.
            local start=${words[-1]}
            start=${start%"${start##*[=:]}"}
            [[ $COMP_WORDBREAKS == *[=:]* ]] || start=
            for word in "${answer[@]:1}"; do
                word=${word%%$'\t'*}
                COMPREPLY+=("${word#"$start"}")
            done
            ;;
    esac
}

complete -o nosort -F _trellisctl trellisctl
