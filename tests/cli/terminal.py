#!/usr/bin/env python3
"""terminal.py: runs a command on a terminal of its own and prints what the terminal would get.

    terminal.py COLUMNS COMMAND [ARGUMENT]...

The command's messages are left out."""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

main, terminal = pty.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
process = subprocess.Popen(sys.argv[2:], stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL)
os.close(terminal)
try:
    while chunk := os.read(main, 1 << 16):
        sys.stdout.buffer.write(chunk.replace(b"\r\n", b"\n"))
except OSError:  # the command has ended
    pass
sys.exit(process.wait())
