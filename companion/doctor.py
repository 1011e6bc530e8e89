"""Look a machine over: what is there, what is missing, and what to do about it.

    findings = examine(settings, SystemProbes())
    print(render(findings))

A finding is about one thing. Without a Pi, a camera or buttons the table still works by
simulation, so their absence is told and is no fault.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import timedelta

from companion.address import choose, local_name
from companion.doctor_camera import camera
from companion.finding import Finding, Level, about_devices
from companion.probes import Probes
from companion.settings import Settings, SettingsError, default_data

#: Below this a game cannot be recorded; an evening takes far less. (bytes)
SCARCE_BYTES = 50 * 1024**2
#: Below this somebody should tidy up. (bytes)
LOW_BYTES = 500 * 1024**2

_OPENCV = "opencv-python-headless"
_OPENCV_OTHERS = ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless")
#: What an extension built for the other numpy says when it is imported.
_NUMPY_CLASH = ("numpy.dtype size changed", "numpy.core.multiarray", "compiled using NumPy 1")
_AFRESH = "run `make clean` and then `make run`"


def examine(settings: Settings | SettingsError, probes: Probes) -> tuple[Finding, ...]:
    """Return every finding. Settings that were refused are a finding, and defaults step in."""
    used = settings if isinstance(settings, Settings) else Settings(data=default_data({}))
    findings = [_settings(settings), *_packages(probes)]
    findings += [check(used, probes) for check in _CHECKS]
    return tuple(findings)


def exit_code(findings: Iterable[Finding]) -> int:
    """Return 1 if anything failed, 0 if the table can start."""
    return int(any(finding.level is Level.FAIL for finding in findings))


def render(findings: Iterable[Finding]) -> str:
    """Return the findings as lines for a terminal, remedies below what they mend."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level.value:4}  {finding.name}: {finding.what}")
        if finding.remedy:
            lines.append(f"      -> {finding.remedy}")
    return "\n".join(lines)


def as_json(findings: Iterable[Finding]) -> str:
    """Return the findings as a JSON list of objects (name, level, what, remedy)."""
    listed = [asdict(finding) | {"level": finding.level.value} for finding in findings]
    return json.dumps(listed, indent=2, ensure_ascii=False)


def _settings(settings: Settings | SettingsError) -> Finding:
    if isinstance(settings, SettingsError):
        return Finding("settings", Level.FAIL, str(settings), "mend or move the file")
    if settings.source is None:
        return Finding("settings", Level.OK, "no file, so the defaults")
    return Finding("settings", Level.OK, f"from {settings.source}")


def _packages(probes: Probes) -> Iterable[Finding]:
    required = probes.requirements()
    if not required:
        yield Finding("packages", Level.FAIL, "Table Marshal is not installed here", _AFRESH)
    for name, low in required:
        found = probes.package(name)
        if found is None:
            yield Finding(name, Level.FAIL, f"missing; {low} or newer is needed", _AFRESH)
        elif _version(found.version) < _version(low):
            old = f"{found.version} from {found.origin}; {low} or newer is needed"
            yield Finding(name, Level.FAIL, old, _AFRESH)
        else:
            yield Finding(name, Level.OK, f"{found.version} from {found.origin}")


def _version(text: str) -> tuple[int, ...]:
    numbers = []
    for part in text.split("."):
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers)


def _python(settings: Settings, probes: Probes) -> Finding:
    version, executable = probes.python()
    if _version(version) < (3, 11):
        remedy = "install Python 3.11 or newer, then " + _AFRESH
        return Finding("python", Level.FAIL, f"{version} at {executable}", remedy)
    return Finding("python", Level.OK, f"{version} at {executable}")


def _opencv(settings: Settings, probes: Probes) -> Finding:
    others = [name for name in _OPENCV_OTHERS if probes.package(name) is not None]
    if others:
        listed = ", ".join([_OPENCV, *others])
        # They all install into the same folder and overwrite one another.
        return Finding("opencv", Level.FAIL, f"more than one OpenCV: {listed}", _AFRESH)
    worked, line = probes.run("import cv2; print(cv2.__version__, cv2.__file__)")
    if not worked:
        return Finding("opencv", Level.FAIL, f"cannot be imported: {line}", _AFRESH)
    if _version(line.split()[0]) < (4, 11):
        return Finding("opencv", Level.FAIL, f"{line} is loaded; 4.11 is needed", _AFRESH)
    return Finding("opencv", Level.OK, f"{line} is loaded")


def _picamera2(settings: Settings, probes: Probes) -> Finding:
    worked, line = probes.run("import picamera2; print(picamera2.__file__)")
    if worked:
        return Finding("picamera2", Level.OK, f"from {line}")
    if any(sign in line for sign in _NUMPY_CLASH):
        remedy = f"numpy and the system's camera library do not fit: {_AFRESH}"
        return Finding("picamera2", Level.FAIL, line, remedy)
    if not _is_pi(probes):
        return Finding("picamera2", Level.OK, "not a Raspberry Pi, so not needed")
    remedy = f"sudo apt install python3-picamera2, then {_AFRESH}"
    return Finding("picamera2", Level.WARN, f"no Pi camera: {line}", remedy)


def _is_pi(probes: Probes) -> bool:
    return "Raspberry Pi" in probes.board()


def _gpio(settings: Settings, probes: Probes) -> Finding:
    if settings.panel.simulated:
        return Finding("gpio", Level.OK, "the settings ask for simulated buttons")
    if not _is_pi(probes):
        return Finding("gpio", Level.OK, "not a Raspberry Pi; buttons are simulated on screen")
    found = probes.package("lgpio")
    if found is not None and found.version == "0.0.0.2":
        remedy = f"pip uninstall lgpio; sudo apt install python3-lgpio; then {_AFRESH}"
        return Finding("gpio", Level.WARN, f"lgpio 0.0.0.2 in {found.origin} is empty", remedy)
    worked, line = probes.run("import lgpio; print(lgpio.__file__)")
    if not worked:
        remedy = f"sudo apt install python3-lgpio, then {_AFRESH}"
        return Finding("gpio", Level.WARN, f"no buttons: {line}", remedy)
    return about_devices("gpio", probes.devices("gpiochip*"), "gpio", f"lgpio from {line}")


def _disk(settings: Settings, probes: Probes) -> Finding:
    problem, free = probes.write_problem(settings.data), probes.free_bytes(settings.data)
    if problem:
        remedy = "choose another folder with --data, or change its owner"
        return Finding("data folder", Level.FAIL, problem, remedy)
    what = f"{settings.data}, {free // 1024**2} MiB free"
    if free < LOW_BYTES:
        level = Level.FAIL if free < SCARCE_BYTES else Level.WARN
        return Finding("data folder", level, what, "delete what is not needed, or use --data")
    return Finding("data folder", Level.OK, what)


def _port(settings: Settings, probes: Probes) -> Finding:
    problem = probes.port_problem(settings.host, settings.port)
    where = f"{settings.host}:{settings.port}"
    if problem:
        other = settings.port + 1 if 1024 <= settings.port < 65535 else 8000
        remedy = f"stop the other program (perhaps a running table), or use --port {other}"
        return Finding("port", Level.FAIL, f"{where}: {problem}", remedy)
    return Finding("port", Level.OK, f"{where} is free")


def _address(settings: Settings, probes: Probes) -> Finding:
    if settings.address:
        return Finding("address", Level.OK, f"{settings.address}, by the settings")
    sighting = probes.sighting()
    chosen, name = choose(sighting), local_name(sighting.hostname)
    if chosen is None:
        seen = ", ".join(f"{c.address} ({c.interface})" for c in sighting.candidates)
        remedy = "connect this machine to the phones' network, or set `address` in the settings"
        return Finding("address", Level.WARN, f"no phone can reach: {seen or 'nothing'}", remedy)
    return Finding("address", Level.OK, f"{chosen}{f', also {name}' if name else ''}")


def _clock(settings: Settings, probes: Probes) -> Finding:
    now, installed = probes.clock()
    what = f"{now:%Y-%m-%d %H:%M} UTC"
    if now < installed - timedelta(days=1):
        remedy = "set it (sudo date -s ...) or connect to the internet once; only dates are wrong"
        return Finding("clock", Level.WARN, f"{what} is before this software's own date", remedy)
    return Finding("clock", Level.OK, what)


def _groups(settings: Settings, probes: Probes) -> Finding:
    if not _is_pi(probes):
        return Finding("groups", Level.OK, "not a Raspberry Pi, so none is needed")
    lacking = sorted({"video", "gpio"} - probes.groups())
    if lacking and "root" not in probes.groups():
        remedy = f"sudo usermod -aG {','.join(lacking)} $USER, then log out and in again"
        return Finding("groups", Level.WARN, f"not in {', '.join(lacking)}", remedy)
    return Finding("groups", Level.OK, "video and gpio")


def _power(settings: Settings, probes: Probes) -> Finding:
    # Bit 0: under-voltage now; bit 16: since the start ("vcgencmd get_throttled").
    flags = probes.throttled()
    remedy = "use the Pi's own power supply and a short, thick cable"
    if flags is None:
        return Finding("power", Level.OK, "this machine does not say")
    if flags & 0x1:
        return Finding("power", Level.FAIL, "under-voltage right now", remedy)
    if flags & 0x10000:
        return Finding("power", Level.WARN, "under-voltage since the start", remedy)
    return Finding("power", Level.OK, "no under-voltage since the start")


_CHECKS: tuple[Callable[[Settings, Probes], Finding], ...] = (
    _python,
    _opencv,
    _picamera2,
    _gpio,
    camera,
    _groups,
    _disk,
    _port,
    _address,
    _clock,
    _power,
)
