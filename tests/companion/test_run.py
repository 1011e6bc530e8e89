"""The process as a whole: killed, started again, and told to the service manager."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.starts import Starts


def start(data: Path, tmp_path: Path, **env: str) -> "subprocess.Popen[str]":
    """Start `marshal run` on any free port; wait until it says that it is ready."""
    settings = ["--camera", "simulated", "--port", "0", "--host", "127.0.0.1"]
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "etc")}
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        address = tmp_path / "notify"
        address.unlink(missing_ok=True)
        systemd.bind(str(address))
        systemd.settimeout(120)
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--data", str(data), *settings],
            env={**os.environ, **home, "NOTIFY_SOCKET": str(address), **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert systemd.recv(100) == b"READY=1"
    return process


def ended(process: "subprocess.Popen[str]", how: signal.Signals) -> str:
    process.send_signal(how)
    out, _ = process.communicate(timeout=60)
    return out


def test_two_kills_lead_to_safe_mode_and_a_good_start_leads_out(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Starts(data).begin()  # The first start of three, as if it had been killed.
    killed = ended(start(data, tmp_path), signal.SIGKILL)
    safe = ended(start(data, tmp_path), signal.SIGTERM)

    assert ["SAFE MODE" in text for text in (killed, safe)] == [False, True]
    assert "Everything is saved" in safe
    assert Starts(data).begin() == 0
