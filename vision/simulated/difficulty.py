"""How hard the simulated camera makes it: one table of everything that can go wrong."""

from dataclasses import dataclass, replace


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
        strip_mm: what the next card of a fan leaves in sight, across its nearer edge.
        strip_kept: whether that is the least, however carelessly cards are laid.
        upside_down_share: how often a card lies with its top towards its player's other side.
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
    strip_mm: float = 15.0
    strip_kept: bool = True
    upside_down_share: float = 0.0
    jitter_mm: float = 0.8
    jitter_deg: float = 1.5


#: An evening at home under a good lamp.
USUAL = Difficulty()
#: No noise at all, for tests of geometry.
STUDIO = Difficulty(tilt_deg=0.0, shadow=0.0, blur_px=0.0, noise=0.0, jitter_mm=0, jitter_deg=0)
#: A leaning camera, one dim lamp, and fans laid any way, as tight as they may be.
HARD = Difficulty(
    tilt_deg=8.0,
    shadow=0.55,
    glare=0.35,
    blur_px=0.9,
    noise=5.0,
    jpeg_quality=75,
    hand_share=0.4,
    fan_directions_deg=tuple(range(0, 360, 30)),
    strip_mm=14.0,
    upside_down_share=0.25,
)
#: More than is promised: a camera that hangs askew, and cards thrown down, so that strips of
#: fans are half as wide here and there.
CARELESS = replace(HARD, tilt_deg=14.0, jitter_mm=2.5, jitter_deg=8.0, strip_kept=False)
