"""How hard the simulated camera makes it: one table of everything that can go wrong."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What stands between the cards and a clean picture.

    Args:
        tilt_deg: how far the camera leans back from looking straight down.
        shadow: how dark shadows and the dim side of the table are, 0 to 1.
        glare: how bright the lamp mirrors in glossy cards, 0 to 1.
        blur_px: sigma of the lens blur.
        noise: sigma of the sensor noise, grey levels.
        jpeg_quality: 1 to 100 if the camera delivers JPEG; None: raw frames.
        hand_share: how often a hand is in the picture of a random scene, 0 to 1.
        fan_directions_deg: the ways fans of a random scene run against their zone's axis.
        jitter_mm: how carelessly cards of a random scene are laid.
        jitter_deg: the same, in degrees.

    """

    tilt_deg: float = 2.0
    shadow: float = 0.3
    glare: float = 0.0
    blur_px: float = 0.6
    noise: float = 2.0
    jpeg_quality: int | None = None
    hand_share: float = 0.0
    fan_directions_deg: tuple[float, ...] = (0.0,)
    jitter_mm: float = 0.8
    jitter_deg: float = 1.5


#: An evening at home under a good lamp.
USUAL = Difficulty()
#: No noise at all, for tests of geometry.
STUDIO = Difficulty(tilt_deg=0.0, shadow=0.0, blur_px=0.0, noise=0.0, jitter_mm=0, jitter_deg=0)
#: A leaning camera, one dim lamp, careless players.
HARD = Difficulty(
    tilt_deg=14.0,
    shadow=0.55,
    glare=0.35,
    blur_px=0.9,
    noise=5.0,
    jpeg_quality=75,
    hand_share=0.5,
    fan_directions_deg=(0.0, 20.0, -20.0, 180.0),
    jitter_mm=2.5,
    jitter_deg=8.0,
)
