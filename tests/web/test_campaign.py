"""The campaign's page: what everyone may know, and files to take home."""

import csv
import io

import pytest

from companion.games.deadeye_dinah import DeadeyeDinah
from tests.web.house import House, post
from web.campaign import cell

LOST_AT_ONCE = (
    "p1 hunts mabel",
    "p1 stacks silas otis ruth wanda ezra vera josiah",
    "p1 gives up",
)


@pytest.fixture
def played(house: House) -> House:
    """A campaign of which the first job was given up."""
    host, phone = house.host(), house.phone("Dinah")
    post(host, "/host/game", {"name": DeadeyeDinah.name})
    post(host, "/host/deal", {"seat": "p1"})
    for line in LOST_AT_ONCE:
        assert post(phone, "/seat/act", {"notation": line}).status_code == 200
    return house


def test_without_a_campaign_there_is_nothing_to_see(house: House) -> None:
    anyone = house.stranger()

    assert anyone.get("/campaign/view").json["campaign"] is None
    assert anyone.get("/campaign/log.csv").json["error"] == "no_campaign"
    assert anyone.get("/campaign/log.json").json["error"] == "no_campaign"


def test_everyone_sees_the_campaign(played: House) -> None:
    seen = played.stranger().get("/campaign/view").json["campaign"]
    [attempt] = seen["attempts"]

    assert (attempt["name"], attempt["result"]) == ("Mabel Quickwater", "failed_given_up")
    assert (seen["reputation"], seen["step"], seen["begun"]) == (0, 0, 1)
    assert [boss["attempts"] for boss in seen["bosses"]] == [1] + [0] * 7


def test_screens_lead_to_the_campaign_only_while_one_is_on(house: House) -> None:
    assert not house.stranger().get("/watch/view").json["screen"]["campaign"]
    host = house.host()
    house.phone("Dinah")
    post(host, "/host/game", {"name": DeadeyeDinah.name})
    post(host, "/host/deal", {"seat": "p1"})

    assert house.stranger().get("/watch/view").json["screen"]["campaign"]


def test_the_page_tells_nobody_which_cards_are_held() -> None:
    told = []
    for stack in ("ruth silas wanda ezra josiah mabel", "ezra josiah silas wanda mabel ruth"):
        begun = ("game deadeye_dinah", "join p1 - Dinah", "deal p1", "act p1 hunts otis")
        events = (*begun, f"act p1 stacks vera {stack}")
        other = House(events)
        told.append(other.stranger().get("/campaign/view").json["campaign"])
        other.table.close()

    assert told[0] == told[1]


def test_the_log_goes_home_as_a_table_and_as_json(played: House) -> None:
    table = played.stranger().get("/campaign/log.csv")
    rows = list(csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff"))))
    whole = played.stranger().get("/campaign/log.json")

    assert rows == [
        {
            "attempt": "1",
            "boss": "Mabel Quickwater",
            "result": "failed_given_up",
            "cards_lost": "0",
            "scenes_passed": "0",
        }
    ]
    assert 'filename="campaign.csv"' in table.headers["Content-Disposition"]
    assert whole.json["attempts"][0]["boss"] == "mabel"


def test_a_name_is_no_formula() -> None:
    assert [cell(name) for name in ("=1+1", "@x", "Ida")] == ["'=1+1", "'@x", "Ida"]


def test_there_are_five_pictures_of_the_legend(house: House) -> None:
    assert house.stranger().get("/campaign/picture/4").mimetype == "image/svg+xml"
    assert house.stranger().get("/campaign/picture/5").status_code == 404
