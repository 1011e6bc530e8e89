"""What the doctor says of machines that lack this or that."""

import json
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.address import Candidate, Sighting
from companion.doctor import Level, as_json, examine, exit_code, render
from companion.probes import Package, SystemProbes
from companion.settings import Fault, PanelSettings, Settings, SettingsError

SETTINGS = Settings(data=Path("/data"))
PI = "Raspberry Pi 4 Model B Rev 1.4"
CLASH = "ValueError: numpy.dtype size changed, may indicate binary incompatibility"
WIRELESS = Sighting((Candidate("wlan0", "192.168.1.9"),), "192.168.1.9", "table")
NOW = datetime(2030, 1, 1, 20, 0, tzinfo=UTC)


def packages(**versions: str) -> Mapping[str, Package]:
    installed = {"numpy": "2.1.0", "opencv-python-headless": "4.11.0.86"} | versions
    return {
        name.replace("_", "-"): Package(name, version, "/venv")
        for name, version in installed.items()
    }


@dataclass(frozen=True)
class Machine:
    """A made-up machine: `imports` tells what each module's import says."""

    version: str = "3.11.2"
    required: tuple[tuple[str, str], ...] = (("numpy", "1.26"), ("opencv-python-headless", "4.11"))
    installed: Mapping[str, Package] = field(default_factory=packages)
    imports: Mapping[str, tuple[bool, str]] = field(
        default_factory=lambda: {"cv2": (True, "4.11.0 /venv/cv2")}
    )
    model: str = ""
    device_files: Mapping[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    flags: int | None = None
    member_of: frozenset[str] = frozenset({"video", "gpio"})
    pictures: int | None = None
    free: int = 10 * 1024**3
    unwritable: str = ""
    port_taken: str = ""
    seen: Sighting = WIRELESS
    now: datetime = NOW

    def python(self):
        return self.version, "/venv/bin/python"

    def requirements(self):
        return self.required

    def package(self, name):
        return self.installed.get(name)

    def run(self, program):
        module = program.split()[1].strip(";")
        return self.imports.get(module, (False, f"No module named '{module}'"))

    def board(self):
        return self.model

    def throttled(self):
        return self.flags

    def devices(self, pattern):
        return self.device_files.get(pattern, ())

    def groups(self):
        return self.member_of

    def images(self, folder):
        return self.pictures

    def free_bytes(self, folder):
        return self.free

    def write_problem(self, folder):
        return self.unwritable

    def port_problem(self, host, port):
        return self.port_taken

    def sighting(self):
        return self.seen

    def clock(self):
        return self.now, NOW


GOOD_PI = Machine(
    model=PI,
    installed=packages(lgpio="0.2.2.0"),
    imports={
        "cv2": (True, "4.11.0 /venv/cv2"),
        "lgpio": (True, "/usr/lib/python3/dist-packages/lgpio.py"),
        "picamera2": (True, "1"),
    },
    device_files={"gpiochip*": (("/dev/gpiochip0", True),)},
)


def found(name, machine, settings=SETTINGS):
    (finding,) = [f for f in examine(settings, machine) if f.name == name]
    return finding


@pytest.mark.parametrize("machine", [Machine(), GOOD_PI])
def test_a_good_machine_is_all_ok_and_needs_no_remedy(machine):
    findings = examine(SETTINGS, machine)

    assert {(f.level, f.remedy) for f in findings} == {(Level.OK, "")}
    assert exit_code(findings) == 0


CASES = [
    ("python", Machine(version="3.10.9"), Level.FAIL, "3.10.9", "Python 3.11 or newer"),
    ("numpy", Machine(installed={}), Level.FAIL, "missing; 1.26", "make run"),
    ("numpy", Machine(installed=packages(numpy="1.24.4")), Level.FAIL, "from /venv", "make run"),
    ("packages", Machine(required=()), Level.FAIL, "not installed", "make run"),
    (
        "opencv",
        Machine(installed=packages(opencv_python="4.9.0")),
        Level.FAIL,
        "more than one OpenCV: opencv-python-headless, opencv-python",
        "make clean",
    ),
    (
        "opencv",
        Machine(imports={"cv2": (True, "4.6.0 /usr/lib/cv2.so")}),
        Level.FAIL,
        "4.6.0 /usr/lib/cv2.so is loaded; 4.11",
        "make clean",
    ),
    ("opencv", Machine(imports={}), Level.FAIL, "cannot be imported: No module", "make clean"),
    (
        "picamera2",
        replace(GOOD_PI, imports=GOOD_PI.imports | {"picamera2": (False, CLASH)}),
        Level.FAIL,
        "numpy.dtype size changed",
        "do not fit",
    ),
    ("picamera2", Machine(model=PI), Level.WARN, "no Pi camera", "apt install python3-picamera2"),
    (
        "gpio",
        replace(GOOD_PI, installed=packages(lgpio="0.0.0.2")),
        Level.WARN,
        "lgpio 0.0.0.2 in /venv is empty",
        "apt install python3-lgpio",
    ),
    ("gpio", Machine(model=PI), Level.WARN, "no buttons: No module", "apt install python3-lgpio"),
    (
        "gpio",
        replace(GOOD_PI, device_files={"gpiochip*": (("/dev/gpiochip0", False),)}),
        Level.WARN,
        "may not use /dev/gpiochip0",
        "usermod -aG gpio",
    ),
    ("gpio", replace(GOOD_PI, device_files={}), Level.WARN, "no device", "check cable"),
    ("groups", Machine(model=PI, member_of=frozenset()), Level.WARN, "gpio, video", "usermod"),
    ("data folder", Machine(unwritable="/data is read-only"), Level.FAIL, "read-only", "--data"),
    ("data folder", Machine(free=0), Level.FAIL, "0 MiB free", "delete"),
    ("data folder", Machine(free=100 * 1024**2), Level.WARN, "100 MiB free", "delete"),
    ("port", Machine(port_taken="in use"), Level.FAIL, "0.0.0.0:8000: in use", "--port 8001"),
    (
        "address",
        Machine(seen=Sighting((Candidate("lo", "127.0.0.1"),))),
        Level.WARN,
        "no phone can reach: 127.0.0.1 (lo)",
        "the phones' network",
    ),
    (
        "clock",
        Machine(now=datetime(1970, 1, 1, tzinfo=UTC)),
        Level.WARN,
        "1970-01-01 00:00 UTC is before",
        "date -s",
    ),
]


@pytest.mark.parametrize(("name", "machine", "level", "what", "remedy"), CASES)
def test_a_lack_is_named_with_its_remedy(name, machine, level, what, remedy):
    finding = found(name, machine)

    assert finding.level is level
    assert what in finding.what
    assert remedy in finding.remedy


USB = {
    "video0": (("/dev/video0", True),),
    "video1": (("/dev/video1", False),),
    "v4l/by-id/cam": (("/dev/v4l/by-id/cam", True),),
}
WEBCAM = {"vision.cameras.usb_devices": (True, "0")}


@pytest.mark.parametrize(
    ("camera", "machine", "level", "what"),
    [
        ("auto", Machine(), Level.OK, "the simulated table stands in"),
        ("auto", GOOD_PI, Level.OK, "1 by libcamera"),
        ("auto", Machine(imports=WEBCAM), Level.OK, "a USB camera is there: --camera usb"),
        ("simulated", GOOD_PI, Level.OK, "simulated"),
        ("pi", Machine(device_files=USB), Level.FAIL, "libcamera sees no camera"),
        ("usb", Machine(device_files=USB, imports=WEBCAM), Level.OK, "by USB; /dev/video0"),
        ("usb:C920", Machine(device_files=USB, imports=WEBCAM), Level.OK, "by USB; /dev/video0"),
        ("usb:C920", Machine(device_files=USB), Level.FAIL, "no USB camera"),
        ("usb:/dev/v4l/by-id/cam", Machine(device_files=USB), Level.OK, "/dev/v4l/by-id/cam"),
        ("usb:1", Machine(device_files=USB), Level.WARN, "may not use /dev/video1"),
        ("usb:2", Machine(device_files=USB), Level.FAIL, "no USB camera"),
        ("files:/p", Machine(pictures=3), Level.OK, "3 pictures in /p"),
        ("files:/p", Machine(pictures=0), Level.FAIL, "no pictures in /p"),
        ("files:/p", Machine(), Level.FAIL, "/p is no folder and no video"),
        ("files:/p", Machine(imports={"cv2": (True, "True")}), Level.OK, "the video /p"),
    ],
)
def test_camera_is_looked_for_where_the_settings_say(camera, machine, level, what):
    finding = found("camera", machine, replace(SETTINGS, camera=camera))

    assert finding.level is level
    assert what in finding.what


def test_simulated_buttons_need_no_gpio_even_on_a_pi():
    settings = replace(SETTINGS, panel=PanelSettings(simulated=True))

    assert found("gpio", Machine(model=PI), settings).level is Level.OK


def test_address_of_the_settings_is_believed():
    settings = replace(SETTINGS, address="table.lan")

    assert found("address", Machine(), settings).what == "table.lan, by the settings"


def test_refused_settings_are_a_finding_and_the_rest_is_looked_over():
    error = SettingsError(Path("s.toml"), (Fault("port", 3, "no number"),), "Mend it.")
    findings = examine(error, Machine())

    assert findings[0].level is Level.FAIL
    assert "line 3, port: no number" in findings[0].what
    assert len(findings) == len(examine(SETTINGS, Machine()))


def test_exit_code_tells_failures_apart_from_warnings():
    warned, failed = examine(SETTINGS, Machine(model=PI)), examine(SETTINGS, Machine(free=0))

    assert (exit_code(warned), exit_code(failed)) == (0, 1)


def test_rendering_puts_the_remedy_below_what_it_mends():
    text = render([found("port", Machine(port_taken="in use"))])

    assert text.splitlines() == [
        "fail  port: 0.0.0.0:8000: in use",
        "      -> stop the other program (perhaps a running table), or use --port 8001",
    ]


def test_json_says_the_same():
    findings = examine(SETTINGS, Machine(free=0))
    listed = json.loads(as_json(findings))

    assert [(f["name"], f["level"]) for f in listed] == [(f.name, f.level.value) for f in findings]


def test_this_machine_knows_its_own_packages():
    probes = SystemProbes()
    required = dict(probes.requirements())

    assert required["gpiozero"] == "2.0.1"
    assert probes.package("gpiozero") is not None
    assert probes.package("no-such-thing") is None


def test_a_port_in_use_is_noticed_and_a_free_one_is_left_free():
    probes = SystemProbes()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        busy = probes.port_problem("127.0.0.1", port)

    assert (busy, probes.port_problem("127.0.0.1", port)) == ("Address already in use", "")


def test_a_data_folder_that_is_to_come_is_judged_by_where_it_will_be(tmp_path):
    probes = SystemProbes()
    (tmp_path / "file").write_text("")

    assert probes.write_problem(tmp_path / "a/b") == ""
    assert probes.free_bytes(tmp_path / "a/b") > 0
    assert probes.write_problem(tmp_path / "file/b") == f"{tmp_path / 'file'} is not a folder"
    assert not (tmp_path / "a").exists()


def test_a_program_that_dies_is_told_and_does_no_harm():
    probes = SystemProbes()

    assert probes.run("print(6 * 7)") == (True, "42")
    assert probes.run("raise ValueError('broken')") == (False, "ValueError: broken")
    assert probes.run("import os; os.abort()") == (False, "exit status -6")


def test_pictures_are_counted(tmp_path):
    for name in ("1.png", "2.JPG", "notes.txt"):
        (tmp_path / name).write_text("")

    assert SystemProbes().images(tmp_path) == 2
    assert SystemProbes().images(tmp_path / "none") is None


def test_groups_and_devices_of_this_machine_can_be_asked():
    probes = SystemProbes()

    assert probes.devices("null") == (("/dev/null", os.access("/dev/null", os.W_OK)),)
    assert all(isinstance(name, str) for name in probes.groups())
    assert probes.clock()[0].tzinfo is UTC


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        (None, Level.OK),
        (0, Level.OK),
        (0x50000, Level.WARN),
        (0x50005, Level.FAIL),
        (0x8, Level.OK),
    ],
)
def test_a_weak_power_supply_is_named(flags, level):
    found = {f.name: f for f in examine(SETTINGS, Machine(flags=flags))}["power"]

    assert found.level is level
    assert bool(found.remedy) == (level is not Level.OK)
