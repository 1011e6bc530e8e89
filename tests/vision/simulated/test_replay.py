from random import Random

from companion.layout import Zone
from vision.camera import CameraOptions
from vision.cameras import open_camera
from vision.printing import card_image
from vision.reader import Reader
from vision.recorder import Recorder, RecordingCamera
from vision.simulated.player import Player
from vision.simulated.renderer import Renderer

FRAMES = 4


def test_a_recorded_table_reads_like_the_table_itself(scene, plan, deck, tmp_path):
    player, eye = Player(scene, plan, rng=Random(3)), Renderer(scene, plan, card_image)
    options = CameraOptions(picture=eye.frame, fps=1000, profile=eye.profile)
    recorder = Recorder(tmp_path / "game", eye.profile)
    live, replayed = [], []

    with RecordingCamera(open_camera("simulated", options), recorder) as camera:
        reader = Reader(plan, deck, profile=camera.profile)
        for turn in range(3):
            hand, pile = Zone(f"p{turn + 1}.hand"), Zone(f"p{turn + 1}.pile")
            player.deal(Zone("deck"), [hand], rounds=2)
            player.play(hand, pile)
            frames = [camera.capture() for _ in range(FRAMES)]
            live.append(reader.read(frames[-1].image).layout)
    with open_camera(f"files:{tmp_path / 'game'}", CameraOptions(full_speed=True)) as camera:
        reader = Reader(plan, deck, profile=camera.profile)
        for _ in live:
            frames = [camera.capture() for _ in range(FRAMES)]
            replayed.append(reader.read(frames[-1].image).layout)

    assert [_faces(layout) for layout in replayed] == [_faces(layout) for layout in live]
    assert live[-1][Zone("p3.pile")].face_up == _open_faces(player, Zone("p3.pile"))


def _faces(layout):
    return {zone: (pile.face_up, pile.face_down) for zone, pile in layout.items()}


def _open_faces(player, zone):
    return tuple(player.scene.face_of(card.handle) for card in player.cards_in(zone))
