"""Draws a scene as the frames a camera over the table would give."""

import cv2
import numpy as np

from companion.cards import PrintId
from vision.camera import CameraProfile, Image
from vision.plan import TablePlan
from vision.simulated import arms, backdrop
from vision.simulated.difficulty import USUAL, Difficulty
from vision.simulated.lens import CameraModel
from vision.simulated.painter import LIGHT_UNIT, Painter
from vision.simulated.scene import Scene
from vision.simulated.sensor import Sensor
from vision.simulated.sprites import CardArt, Sprite, card_sprite, shadow_sprite
from vision.simulated.staging import ARM, ARM_SHADOW, CARD_SHADOW, stage
from vision.simulated.things import Snapshot
from vision.simulated.truth import CardTruth, card_truths

#: Cards are kept a little finer than they appear, so that warping loses nothing.
_FINER = 1.35


class Renderer:
    """A camera's eye on a scene. Repeatable for one seed; use it from one thread.

    Args:
        scene: the table to look at.
        plan: what is printed on the mat.
        art: draws a print: (deck, print id, px per mm) -> BGR.
        camera: by default one that hangs as low as the mat allows, leaning back by
            `difficulty.tilt_deg`.
        difficulty: light, blur and noise.
        seed: of wood grain and noise.

    """

    def __init__(
        self,
        scene: Scene,
        plan: TablePlan,
        art: CardArt,
        *,
        camera: CameraModel | None = None,
        difficulty: Difficulty = USUAL,
        seed: int = 1,
    ) -> None:
        size_mm = (plan.width_mm, plan.height_mm)
        self.camera = camera or CameraModel(tilt_deg=difficulty.tilt_deg).fitted(size_mm)
        self._scene, self._art, self._difficulty = scene, art, difficulty
        self._sprites: dict[str, Sprite] = {}
        self._seen: Snapshot | None = None
        self._painter = Painter(
            self.camera,
            Sprite(
                backdrop.draw_backdrop(plan, seed),
                backdrop.PX_PER_MM,
                (backdrop.TABLE_MM, backdrop.TABLE_MM),
            ),
            self._sprite,
            _lamp(self.camera, difficulty.shadow),
            _glare(self.camera, difficulty.glare),
        )
        self._sensor = Sensor(self.camera.width, self.camera.height, difficulty, seed + 1)

    @property
    def profile(self) -> CameraProfile:
        """Return the true lens of the simulated camera."""
        return self.camera.profile()

    def frame(self) -> Image:
        """Return the next frame, BGR (height, width, 3): the scene as it is now."""
        return self.frame_of(self._scene.snapshot())

    def frame_of(self, snapshot: Snapshot) -> Image:
        """Return a frame of the scene as it was at one moment."""
        if snapshot != self._seen:
            boxes = self._painter.paint(stage(self._scene.deck, snapshot), snapshot.nudge)
            self._sensor.expose(self._painter.picture, boxes, snapshot.light)
            self._seen = snapshot
        return self._sensor.frame()

    def truths(self, snapshot: Snapshot | None = None) -> tuple[CardTruth, ...]:
        """Return what a perfect reader would find: in the scene as it is, or as it was."""
        return card_truths(self._scene.deck, snapshot or self._scene.snapshot(), self.camera)

    def _sprite(self, key: str) -> Sprite:
        if key not in self._sprites:
            self._sprites[key] = self._new_sprite(key)
        return self._sprites[key]

    def _new_sprite(self, key: str) -> Sprite:
        shadow, deck = self._difficulty.shadow, self._scene.deck
        if key == ARM:
            return arms.arm_sprite()
        if key == ARM_SHADOW:
            return arms.arm_shadow(self._sprite(ARM), shadow * 1.2, soft_mm=9.0)
        if key == CARD_SHADOW:
            return shadow_sprite(deck.width_mm, deck.height_mm, 5.0, shadow)
        scale = self.camera.focal_px / self.camera.distance_mm * _FINER
        return card_sprite(deck, PrintId(key), self._art, scale, shadow * 1.4)


def _lamp(camera: CameraModel, shadow: float) -> Image:
    """Return how bright each pixel is lit: a lamp up and left, the far side dimmer."""
    x = np.linspace(0, 1, camera.width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, camera.height, dtype=np.float32)[:, None]
    distance = np.hypot((x - 0.38) * 1.6, y - 0.30)
    light = (1.0 - shadow * 0.75 * np.clip(distance, 0, 1.4)) * LIGHT_UNIT * 0.97
    grey = np.clip(light, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def _glare(camera: CameraModel, strength: float) -> Image | None:
    """Return the lamp's mirror image in glossy cards."""
    if strength <= 0:
        return None
    x = np.linspace(0, 1, camera.width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, camera.height, dtype=np.float32)[:, None]
    spot = np.exp(-(((x - 0.36) / 0.10) ** 2 + ((y - 0.34) / 0.13) ** 2))
    grey = np.clip(spot * strength * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
