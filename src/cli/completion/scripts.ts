import type { Shell } from '../arguments/builtin-commands.ts';

/** Of the output the first line is `words` or `files`; each other line has a word, a tab, a description. */

const BASH = `# botscope completion for bash. In ~/.bashrc: source <(botscope completion bash)
_botscope() {
  local line kind=
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$kind" ]; then kind=$line; else COMPREPLY+=("$line"); fi
  done < <(command botscope __complete bash "\${COMP_TYPE:-9}" "\${COMP_WORDS[@]:1:COMP_CWORD}" </dev/null 2>/dev/null)
  if [ "$kind" = files ]; then compopt -o default 2>/dev/null; fi
  case "\${COMPREPLY[0]}" in */) compopt -o nospace 2>/dev/null ;; esac
  return 0
}
complete -F _botscope botscope
`;

const ZSH = `#compdef botscope
# botscope completion for zsh. In ~/.zshrc, after compinit: source <(botscope completion zsh)
_botscope() {
  local -a lines values shown end
  local line
  lines=("\${(@f)$(command botscope __complete zsh 0 "\${(@Q)words[2,CURRENT]}" </dev/null 2>/dev/null)}")
  if [[ "$lines[1]" == files ]]; then _files; return; fi
  for line in "\${(@)lines[2,-1]}"; do
    [[ -z "$line" ]] && continue
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  }")
  done
  [[ "$values[1]" == */ ]] && end=(-S '')
  if (( $#values == 1 )); then compadd -U "\${end[@]}" -l -d shown -a values
  elif [[ "$values[1]" == "$PREFIX"* ]]; then compadd "\${end[@]}" -l -d shown -a values
  elif (( $#values )); then
    # Records found by name: a list of them, and the word stays.
    compadd -U -l -d shown -a values
    compstate[insert]=''
    compstate[list]='list force'
  fi
}
if [[ "$funcstack[1]" == _botscope ]]; then _botscope "$@"
elif (( $+functions[compdef] )); then compdef _botscope botscope
fi
`;

const FISH = `# botscope completion for fish. In ~/.config/fish/config.fish: botscope completion fish | source
function __botscope_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l lines (command botscope __complete fish 0 $words[2..-1] "$current" </dev/null 2>/dev/null)
  if test "$lines[1]" = files
    __fish_complete_path "$current"
  else if test (count $lines) -gt 1
    printf '%s\\n' $lines[2..-1]
  end
end
complete -c botscope -f -a '(__botscope_complete)'
`;

export const completionScripts: { readonly [S in Shell]: string } = { bash: BASH, zsh: ZSH, fish: FISH };
