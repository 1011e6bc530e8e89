"""The simulated table as the rest of the house uses it: a scene, its camera, its page.

What a person does on the simulator page changes the scene; the scene reaches the engine
only as frames of the simulated camera, like any other table.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatchmethod
from random import Random
from typing import Any

from companion.cards import BACK, Deck, Face, PrintId, Seat
from companion.game import Game, Setup, SetupError
from companion.held_board import HeldBoard
from companion.layout import Layout, Zone, ZoneKind
from companion.marked_backs import PLAIN, RULE, KeyOf, no_key, printed_deck
from vision.camera import CameraProfile, Image
from vision.plan import TablePlan
from vision.printing import card_image
from vision.simulated.bystander import describe
from vision.simulated.player import STRIP_MM, Player, crossed_deck
from vision.simulated.renderer import Renderer
from vision.simulated.scene import Scene
from vision.simulated.sprites import CardArt
from vision.simulated.things import Arm, Handle, Nudge, Placement, Pose
from web.simulation import (
    DealCards,
    FlipCard,
    HoldHand,
    MoveCard,
    NudgeCamera,
    ResetTable,
    SceneCard,
    SceneCommand,
    SceneNudge,
    SceneState,
    SceneZone,
    SetLight,
    ShuffleCards,
    TakeHandAway,
    TurnCard,
)

#: How carelessly simulated people lay cards (mm, degrees; standard deviations).
JITTER_MM, JITTER_DEG = 0.8, 1.5
#: Where cards wait to be dealt.
BESIDE_THE_MAT = Pose(-100.0, -100.0)


class SimulatedTable:
    """A scene for one game and its seats, laid out anew when either changes.

    Args:
        rng: shuffles, and draws how carelessly cards are laid.
        rules: the house rules that a deal has to keep to, by name.
        art: draws the cards.
        key_of: the private keys of decks with marked backs.

    """

    def __init__(
        self,
        game: Game[Any, Any],
        plan: TablePlan,
        rng: Random,
        rules: Callable[[], Mapping[str, str]] = dict,
        art: CardArt = card_image,
        *,
        key_of: KeyOf = no_key,
    ) -> None:
        self._art, self._key_of = art, key_of
        self._rng, self._rules, self._lock = rng, rules, threading.RLock()
        self._versions = 0
        #: How many pictures were taken so far.
        self.pictures = 0
        self.held = HeldBoard(lambda: self._renderer.camera, rng)
        self.set_up(game, plan)

    def set_up(self, game: Game[Any, Any], plan: TablePlan) -> None:
        """Put the game's cards on a mat with this plan: dealt, or as one shuffled stack."""
        with self._lock:
            # A new scene counts on from the old one, so that its version is news.
            self._versions = self.version + 1 if hasattr(self, "scene") else 0
            self.game, self.plan = game, plan
            #: Which marked deck lies here, or PLAIN.
            self.backs = self._rules().get(RULE, PLAIN) if game.marked_faces else PLAIN
            key = self._key_of(self.backs)
            self._deck = printed_deck(game.deck, key) if key else game.deck
            start = self._laid_out() or self._shuffled()
            self.scene = Scene(self._deck, self._size, start, self._rng)
            self.person = self._person(self.scene)
            self._renderer = Renderer(self.scene, plan, self._art)

    def use(self, art: CardArt) -> None:
        """Draw the cards like this from the next lay-out or plan on."""
        self._art = art

    @property
    def profile(self) -> CameraProfile:
        """Return the simulated lens."""
        return self._renderer.profile

    @property
    def version(self) -> int:
        """Return a number that moves with every change of the table."""
        return self._versions + self.scene.version

    def frame(self) -> Image:
        """Return what the camera sees now; only its one thread may ask."""
        self.pictures += 1
        return self.held.before(self._renderer.frame())

    def replan(self, plan: TablePlan) -> None:
        """Print other zones on the mat; every card stays where it lies."""
        with self._lock:
            self.plan = plan
            self.person = self._person(self.scene)
            self._renderer = Renderer(self.scene, plan, self._art)

    def describe(self) -> SceneState:
        """Return what lies on the table as someone sees it who lifts nothing."""
        with self._lock:
            seen = describe(self.scene, self.plan)
            version = self.version
        return SceneState(
            version=version,
            width_mm=self.plan.width_mm,
            height_mm=self.plan.height_mm,
            card_width_mm=seen["card"]["width_mm"],
            card_height_mm=seen["card"]["height_mm"],
            zones=tuple(_scene_zones(self.plan)),
            cards=tuple(_scene_card(card) for card in seen["cards"] if not card["in_hand"]),
            hand=next(((hand["x"], hand["y"]) for hand in seen["hands"]), None),
            light=seen["light"],
            nudge=SceneNudge(seen["camera"]["x"], seen["camera"]["y"], seen["camera"]["turn"]),
        )

    def peek(self, card: str) -> Face:
        """Return the face of a card whose corner is lifted."""
        return self.scene.face_of(Handle(card))

    @singledispatchmethod
    def perform(self, command: SceneCommand) -> int:
        """Do one thing and return the new version; raise SceneError and change nothing."""
        raise TypeError(f"{command!r} is no command of the simulator")

    @perform.register
    def _(self, command: MoveCard) -> int:
        pose = Pose(command.x_mm, command.y_mm, command.angle_deg)
        move = self.scene.move_stack if command.whole_pile else self.scene.move
        if self._stays_in_fan(Handle(command.card), pose):
            move = self.scene.slide
        move(Handle(command.card), pose)
        return self.version

    @perform.register
    def _(self, command: TurnCard) -> int:
        self.scene.turn(Handle(command.card), command.angle_deg)
        return self.version

    @perform.register
    def _(self, command: FlipCard) -> int:
        self.scene.flip(Handle(command.card))
        return self.version

    @perform.register
    def _(self, command: ShuffleCards) -> int:
        handles = [card.handle for card in self.scene.snapshot().cards]
        pose = Pose(command.x_mm, command.y_mm, command.angle_deg)
        self.scene.shuffle(handles, pose, self._rng)
        return self.version

    @perform.register
    def _(self, command: DealCards) -> int:
        with self._lock:
            start = self._laid_out()
            self.scene.lay_out(start or self._shuffled())
            if not start:
                self._deal_hands()
            return self.version

    @perform.register
    def _(self, command: ResetTable) -> int:
        with self._lock:
            self.set_up(self.game, self.plan)
            return self.version

    @perform.register
    def _(self, command: HoldHand) -> int:
        self.scene.hover(Arm(command.x_mm, command.y_mm))
        return self.version

    @perform.register
    def _(self, command: TakeHandAway) -> int:
        self.scene.withdraw()
        return self.version

    @perform.register
    def _(self, command: SetLight) -> int:
        self.scene.set_light(command.level)
        return self.version

    @perform.register
    def _(self, command: NudgeCamera) -> int:
        self.scene.nudge_camera(Nudge(command.x_mm, command.y_mm, command.turn_deg))
        return self.version

    @property
    def _size(self) -> tuple[float, float]:
        return self.plan.width_mm, self.plan.height_mm

    def _stays_in_fan(self, card: Handle, pose: Pose) -> bool:
        """Tell whether a card of a held fan is only slid up or down in it."""
        before = self.scene.card(card).pose
        places = {self.plan.zone_at(at.x_mm, at.y_mm) for at in (before, pose)}
        [zone] = places if len(places) == 1 else [None]
        held = zone is not None and zone.spec.kind is ZoneKind.HELD
        return held and abs(pose.x_mm - before.x_mm) < STRIP_MM

    def _person(self, scene: Scene) -> Player:
        return Player(scene, self.plan, rng=self._rng, jitter_mm=JITTER_MM, jitter_deg=JITTER_DEG)

    def _laid_out(self) -> tuple[Placement, ...]:
        """Return a random deal as the game describes it; nothing where it describes none."""
        seats = _seats(self.plan)
        setup = Setup(seats, seats[0], dict(self._rules()))
        setup = replace(setup, deal=self.game.shuffled(setup, self._rng))
        dealt = self.game.dealt(setup)
        if not dealt:
            return ()
        return self._placed(dealt, self.game.layout(self.game.setup(setup)))

    def _placed(
        self, dealt: Mapping[Zone, Sequence[Face]], layout: Layout
    ) -> tuple[Placement, ...]:
        """Lay the cards on a table of their own, so that nobody sees a half-dealt one."""
        deck, prints = self._deck, _Prints(self._deck, self._rng)
        cards = [(zone, face) for zone, faces in dealt.items() for face in faces]
        start = [Placement(prints.take(face), BESIDE_THE_MAT) for _, face in cards]
        scene = Scene(deck, self._size, start, self._rng)
        person, up = self._person(scene), {z: Counter(p.face_up) for z, p in layout.items()}
        for (zone, face), card in zip(cards, scene.snapshot().cards, strict=True):
            design, face_up = deck.print_of(card.print_id), up[zone][face] > 0
            up[zone][face] -= face_up
            # A card with a face on either side shows the one that was named.
            behind = deck.print_of(design.behind).face if design.behind else BACK
            shows = face_up if behind == BACK else face in design.faces
            turn_deg = 180.0 if face == design.turned else 0.0
            person.lay(card.handle, zone, face_up=shows, turn_deg=turn_deg)
        return tuple(Placement(c.print_id, c.pose, c.face_up) for c in scene.snapshot().cards)

    def _shuffled(self) -> tuple[Placement, ...]:
        return crossed_deck(self._deck, self.plan, self._stack(), self._rng)

    def _stack(self) -> Zone:
        stacks = [zone.spec.name for zone in self.plan.zones if zone.spec.kind is ZoneKind.STACK]
        return stacks[0]

    def _deal_hands(self) -> None:
        """Deal what the game says lies before each seat at the start."""
        seats = _seats(self.plan)
        layout = self.game.layout(self.game.setup(Setup(seats, seats[0])))
        for zone in self.plan.zones:
            if zone.spec.kind is ZoneKind.HAND:
                self.person.deal(self._stack(), [zone.spec.name], layout[zone.spec.name].face_down)


class _Prints:
    """The cards of a box: each can be taken out once."""

    def __init__(self, deck: Deck, rng: Random) -> None:
        self._deck, self._left = deck, list(deck.physical_cards())
        rng.shuffle(self._left)

    def take(self, face: Face) -> PrintId:
        """Take out a card with this face; raise SetupError where none is left."""
        for place, design in enumerate(self._left):
            behind = self._deck.print_of(design.behind).faces if design.behind else ()
            if face in (*design.faces, *behind):
                return self._left.pop(place).id
        raise SetupError(f"the deck {self._deck.name} has no more cards {face!r} to deal")


def _seats(plan: TablePlan) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(z.spec.seat for z in plan.zones if z.spec.seat is not None))


def _scene_zones(plan: TablePlan) -> Sequence[SceneZone]:
    return [
        SceneZone(
            name=zone.spec.name,
            kind=zone.spec.kind,
            seat=zone.spec.seat,
            x_mm=zone.x_mm,
            y_mm=zone.y_mm,
            width_mm=zone.width_mm,
            height_mm=zone.height_mm,
            angle_deg=zone.angle_deg,
        )
        for zone in plan.zones
    ]


def _scene_card(card: dict[str, Any]) -> SceneCard:
    face = Face(card["face"]) if card["face"] is not None else BACK
    return SceneCard(card["handle"], face, card["x"], card["y"], card["angle"])
