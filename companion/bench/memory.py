"""How much memory a process really holds."""

import gc
from pathlib import Path


def rss_mb(pid: int | None = None) -> float:
    """Return the memory of a process, or of this one, tidied up (MB); 0 where nobody says."""
    if pid is None:
        gc.collect()
    try:
        status = Path(f"/proc/{pid or 'self'}/status").read_text("ascii")
    except OSError:
        return 0.0
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
