"""A strict stand-in for picamera2, written after its source (0.3.12 to 0.3.36).

What the real one refuses, this refuses: an argument or key it does not have, a control the
camera does not advertise or one of another type, configuring what runs, odd sizes. It keeps
what makes trouble: one queue of jobs that stops behind the first that is not done, a pool of
buffers that is empty once nothing is given back, an old frame in the queue, an exposure that
counts only in manual mode, and settings that outlive closing.
"""

import os
from concurrent.futures import CancelledError

import numpy as np

IDENT = "/base/soc/i2c0mux/i2c@1/imx708@1a"
WEBCAM = {"Model": "UVC Camera (046d:0825)", "Id": "/base/usb@7e980000-1.2:1.0-046d:0825", "Num": 1}
MODES = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
#: What each control takes, and its limits.
CONTROLS = {
    "AeEnable": (bool, (False, True, None)),
    "AwbEnable": (bool, (False, True, None)),
    "ExposureTimeMode": (int, (0, 1, 0)),
    "AnalogueGainMode": (int, (0, 1, 0)),
    "ExposureTime": (int, (26, 220_417_486, 20_000)),
    "AnalogueGain": (float, (1.1, 16.0, 1.1)),
    "ColourGains": ((float, 2), (0.0, 32.0, None)),
    "FrameDurationLimits": ((int, 2), (17_849, 220_535_845, None)),
    "NoiseReductionMode": (int, (0, 4, 0)),
}
FOCUS = {
    "AfMode": (int, (0, 2, 0)),
    "AfTrigger": (int, (0, 1, 0)),
    "LensPosition": (float, (0.0, 15.0, 1.0)),
}
#: What the automatics come to in this light.
FOUND = {"ExposureTime": 9977, "AnalogueGain": 1.5, "ColourGains": (2.1, 1.9), "LensPosition": 1.4}
FRAME_NS, LATENCY_NS = 100_000_000, 150_000_000
PATIENCE_FRAMES = 200


class Request:
    def __init__(self, device, metadata):
        self.device, self.metadata, self.held = device, metadata, 1

    def make_array(self, name):
        assert self.held > 0
        if name == "main":
            width, height = self.device.configuration["main"]["size"]
            return np.full((height, width, 3), 50, np.uint8)
        width, height = self.device.configuration[name]["size"]
        # I420 in rows padded to a multiple of 128.
        padded = np.full((height * 3 // 2, -(-width // 128) * 128), 255, np.uint8)
        padded[:height, :width] = 66
        return padded

    def get_metadata(self):
        assert self.held > 0
        return dict(self.metadata)

    def release(self):
        assert self.held > 0
        self.held -= 1
        self.device.in_use -= 1


class Job:
    def __init__(self, device, *steps):
        self.device, self.steps = device, list(steps)
        self.result, self.error = None, None

    def execute(self):
        while self.steps:
            done, self.result = self.steps[0]()
            if not done:
                return False
            self.steps.pop(0)
        return True

    def get_result(self, timeout=None):
        assert timeout is not None, "this may wait for ever"
        for _ in range(PATIENCE_FRAMES):
            if self.error is not None:
                raise self.error
            if not self.steps:
                return self.result
            if not self.device.next_frame():
                break
        raise TimeoutError


class FakePicamera2:
    found = ({"Model": "imx708", "Location": 2, "Rotation": 180, "Id": IDENT, "Num": 0},)
    controls = CONTROLS | FOCUS
    busy = False
    #: Frames until autofocus ends, and how; None: never.
    focuses, focusing_frames = True, 30
    given_size = None
    fails_to_start: Exception | None = None
    opened: list["FakePicamera2"]
    #: What the camera's algorithms are set to; closing the camera does not undo it.
    algorithms: dict[str, object]
    clock_ns = 7_000_000_000

    @classmethod
    def global_camera_info(cls):
        return [dict(info) for info in cls.found]

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        self.read_end, self.notifyme_w = os.pipe()
        os.close(self.read_end)
        self.state, self.stuck, self.steps = "closed", False, []
        if type(self).busy:
            try:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            except RuntimeError:
                raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904
        type(self).global_camera_info()[camera_num]
        self.state = "open"
        self.in_use, self.queue, self.jobs = 0, [], []
        self.configuration, self.configurations = None, []
        self.modes = None
        type(self).opened.append(self)

    @property
    def camera_controls(self):
        return {name: limits for name, (_, limits) in type(self).controls.items()}

    @property
    def sensor_modes(self):
        if self.modes is None:
            if self.state != "open":
                raise RuntimeError("Camera must be stopped before configuring")
            self.modes = [dict(mode) for mode in MODES]
        return self.modes

    def create_video_configuration(  # noqa: PLR0917
        self,
        main={},  # noqa: B006
        lores=None,
        raw={},  # noqa: B006
        transform=None,
        colour_space=None,
        buffer_count=6,
        controls={},  # noqa: B006
        display="main",
        encode="main",
        queue=True,
        sensor={},  # noqa: B006
        use_case="video",
    ):
        for stream in (main, lores, raw):
            bad = set(stream or ()) - {"format", "size", "stride", "preserve_ar"}
            if bad:
                raise ValueError(f"Bad key {bad}")
        usual = {"NoiseReductionMode": 1, "FrameDurationLimits": (33_333, 33_333)}
        return {
            "main": {"format": "XBGR8888", "size": (1280, 720)} | main,
            "lores": None if lores is None else {"format": "YUV420"} | lores,
            "raw": raw,
            "controls": usual | controls,
            "sensor": sensor,
            "buffer_count": buffer_count,
            "queue": queue,
        }

    def configure(self, camera_config="preview"):
        if self.state != "open":
            raise RuntimeError("Camera must be stopped before configuring")
        main, lores = camera_config["main"], camera_config["lores"]
        for stream in (main, lores):
            assert type(stream["size"]) is tuple
            if any(length % 2 for length in stream["size"]):
                raise RuntimeError("width and height should be even")
        if any(small > large for small, large in zip(lores["size"], main["size"], strict=True)):
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        if set(camera_config["sensor"]) - {"bit_depth", "output_size"}:
            raise RuntimeError("Unexpected keys in sensor configuration")
        assert (main["format"], lores["format"]) == ("RGB888", "YUV420")
        self.configuration = camera_config | {"main": dict(main)}
        self.configuration["main"]["size"] = type(self).given_size or main["size"]
        self.pending = self._checked(camera_config["controls"])
        self.configurations.append(camera_config)

    def camera_configuration(self):
        return self.configuration

    def start(self, config=None, show_preview=False):
        if self.configuration is None:
            raise RuntimeError("Camera has not been configured")
        if type(self).fails_to_start is not None:
            raise type(self).fails_to_start
        self._apply(self.pending)
        self.state = "running"

    def stop(self):
        self.steps.append("stop")
        if self.jobs:
            raise AssertionError("stop() waits behind a job that is not done")
        for request in self.queue:
            request.release()
        self.queue = []
        self.state = "open"

    def close(self):
        self.steps.append("close")
        self.state = "closed"
        os.close(self.notifyme_w)

    def set_controls(self, controls):
        assert self.state == "running"
        self._apply(self._checked(controls))

    def cancel_all_and_flush(self):
        self.steps.append("cancel")
        for job in self.jobs:
            job.error = CancelledError()
        self.jobs = []

    def autofocus_cycle(self, wait=None, signal_function=None):
        self.set_controls({"AfMode": 1, "AfTrigger": 0})
        frames = iter(range(type(self).focusing_frames or PATIENCE_FRAMES * 2))

        def ended():
            while self.queue:
                self.queue.pop(0).release()
                if next(frames, None) is None:
                    return True, type(self).focuses
            return False, None

        return self._dispatched(wait, ended)

    def capture_request(self, wait=None, signal_function=None, flush=None):
        assert flush in (None, True)
        since = type(self).clock_ns if flush else 0

        def fresh():
            while self.queue:
                metadata = self.queue[0].get_metadata()
                if metadata["SensorTimestamp"] - 1000 * metadata["ExposureTime"] >= since:
                    return True, None
                self.queue.pop(0).release()
            return False, None

        def taken():
            return (True, self.queue.pop(0)) if self.queue else (False, None)

        return self._dispatched(wait, fresh, taken)

    def next_frame(self):
        """Let the camera's event loop turn once; False: no frame comes."""
        if self.stuck or self.state != "running":
            return False
        if self.in_use >= self.configuration["buffer_count"]:
            return False
        type(self).clock_ns += FRAME_NS
        self.in_use += 1
        self.queue.append(Request(self, self._metadata()))
        while self.jobs and self.jobs[0].execute():
            self.jobs.pop(0)
        while len(self.queue) > 1:
            self.queue.pop(0).release()
        return True

    def _dispatched(self, wait, *steps):
        assert wait is False, "this would wait without a limit"
        assert self.state == "running"
        job = Job(self, *steps)
        self.jobs.append(job)
        return job

    def _checked(self, controls):
        for name, value in controls.items():
            if name not in type(self).controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            wanted, _ = type(self).controls[name]
            kind, count = wanted if isinstance(wanted, tuple) else (wanted, 1)
            values = value if isinstance(value, tuple) else (value,)
            assert [type(one) for one in values] == [kind] * count, (name, value)
        return dict(controls)

    def _apply(self, controls):
        state = type(self).algorithms
        for mode, value in (
            ("ExposureTimeMode", "ExposureTime"),
            ("AnalogueGainMode", "AnalogueGain"),
        ):
            automatic = controls.get("AeEnable") or controls.get(mode) == 0
            if automatic:
                state.pop(value, None)
            # Before libcamera 0.5 there are no modes, and a value is manual by itself.
            elif controls.get(mode) == 1 or mode not in type(self).controls or value in state:
                state |= {name: one for name, one in controls.items() if name == value}
        if controls.get("AwbEnable"):
            state.pop("ColourGains", None)
        for name in ("ColourGains", "AfMode"):
            state |= {name: controls[name]} if name in controls else {}
        if state.get("AfMode") == 0:
            state |= {n: v for n, v in controls.items() if n == "LensPosition"}
        else:
            state.pop("LensPosition", None)

    def _metadata(self):
        known = {n: v for n, v in FOUND.items() if n in type(self).controls}
        state = {n: v for n, v in type(self).algorithms.items() if n in known}
        if "ExposureTime" in state:
            # The sensor exposes in whole rows of 16 microseconds.
            state["ExposureTime"] = state["ExposureTime"] // 16 * 16
        timestamp = type(self).clock_ns - LATENCY_NS
        crop = {"ScalerCrop": (0, 0, 4608, 2592), "SensorTimestamp": timestamp}
        return known | state | crop


def library(**changes):
    """A Picamera2 class of its own for a test."""
    return type("Picamera2", (FakePicamera2,), {"opened": [], "algorithms": {}, **changes})
