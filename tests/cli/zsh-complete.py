#!/usr/bin/env python3
"""zsh-complete.py SCRIPT LINE: prints the completions that zsh offers at the end of LINE, one a line.

zsh completes only while it edits a line on a terminal, so it runs on one of its own.  A function in the place of
compadd, which every completion calls, writes the matches to a file."""
import os
import pty
import sys
import tempfile
import time

SETUP = r"""
PS1=; unset zle_bracketed_paste
autoload -Uz compinit; compinit -u -D
source {script}
compadd() {{
  local -a matches
  if [[ " $* " != *" -"[OAD]" "* ]]; then
    builtin compadd -A matches "$@"
    (( $#matches )) && print -rl -- $matches >>{matches}
  fi
  builtin compadd "$@"
}}
zle -C list list-choices _main_complete
finish() {{ zle list; print >{done}; zle -I; exit }}
zle -N finish
bindkey '^T' finish
print ready >{ready}
"""


def wait_for(path, terminal):
    for _ in range(2000):
        if os.path.exists(path):
            return
        time.sleep(0.01)
    os.close(terminal)
    sys.exit(f"zsh did not write {path}")


def main():
    script, line = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        files = {name: os.path.join(folder, name) for name in ("matches", "ready", "done", "setup")}
        with open(files["setup"], "w", encoding="utf-8") as setup:
            setup.write(SETUP.format(script=os.path.abspath(script), **files))
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp("zsh", ["zsh", "-f", "-i"])
        os.write(terminal, f"source {files['setup']}\n".encode())
        wait_for(files["ready"], terminal)
        os.write(terminal, line.encode() + b"\x14")
        wait_for(files["done"], terminal)
        os.close(terminal)
        os.waitpid(child, 0)
        if os.path.exists(files["matches"]):
            with open(files["matches"], encoding="utf-8") as matches:
                print(matches.read(), end="")


main()
