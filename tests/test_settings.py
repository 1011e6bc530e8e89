"""The settings file: what is read, and how every fault is told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import TableError
from companion.settings import (
    MqttSettings,
    SeatPins,
    Settings,
    SettingsError,
    default_seats,
    load,
    parse,
)
from companion.settings_checks import line_of

SOURCE, DATA = Path("settings.toml"), Path("/data")


def read(text):
    return parse(text, SOURCE, DATA)


def faults(text):
    with pytest.raises(SettingsError) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def test_no_file_means_the_defaults(tmp_path):
    env = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}

    assert load(None, env) == Settings(data=tmp_path / "state/table-marshal")


def test_usual_places_lie_under_home_and_relative_ones_are_ignored(tmp_path):
    (tmp_path / ".config/table-marshal").mkdir(parents=True)
    (tmp_path / ".config/table-marshal/settings.toml").write_text("port = 8001\n")
    settings = load(None, {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "relative"})

    assert settings.port == 8001
    assert settings.data == tmp_path / ".local/state/table-marshal"
    assert settings.source == tmp_path / ".config/table-marshal/settings.toml"


def test_every_key_is_read():
    text = """
        port = 8080
        host = "127.0.0.1"
        address = "table.local"
        camera = "files:/pictures"
        language = "de"
        data = "/srv/table"
        [panel]
        host_button = 9
        buzzer = 10
        simulated = true
        [panel.seats.p2]
        button = 4
        lamp = 18
        [panel.seats.p5]
        button = 5
    """
    settings = read(text)

    assert (settings.port, settings.host, settings.address) == (8080, "127.0.0.1", "table.local")
    assert (settings.camera, settings.language) == ("files:/pictures", "de")
    assert settings.data == Path("/srv/table")
    assert settings.panel.seats == {"p2": SeatPins(4, 18), "p5": SeatPins(5, None)}
    assert settings.panel.host_button == 9
    assert (settings.panel.buzzer, settings.panel.simulated) == (10, True)


def test_naming_seats_takes_no_other_pin_for_granted():
    panel = read("[panel.seats.p1]\nbutton = 26\n").panel

    assert (panel.host_button, panel.buzzer) == (None, None)


def test_default_pins_are_all_different():
    pins = [n for seat in default_seats().values() for n in (seat.button, seat.lamp)]

    assert len({*pins, 26, 11}) == 18


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("port = 0", "line 1, port: 0 is not a whole number from 1 to 65535"),
        ("port = true", "line 1, port: True is not a whole number from 1 to 65535"),
        ('\nport = "80"', "line 2, port: '80' is not a whole number from 1 to 65535"),
        ("prot = 1", 'line 1, prot: there is no such key; did you mean "port"?'),
        ('host = "here"', "line 1, host: 'here' is not an IP address; use \"0.0.0.0\""),
        ('camera = "webcam"', 'line 1, camera: \'webcam\' is not "auto", "pi"'),
        ('language = "Deutsch"', "line 1, language: 'Deutsch' is not a language code"),
        ('data = "records"', "line 1, data: 'records' is not an absolute folder"),
        ("panel = 3", "line 1, panel: 3 is not a table; write [panel] and its keys below"),
        ("[panel]\nbuzer = 4", 'line 2, panel.buzer: there is no such key; did you mean "buzzer"?'),
        ("[panel]\nbuzzer = 28", "line 2, panel.buzzer: 28 is not a GPIO number from 2 to 27"),
        ("[panel]\nsimulated = 1", "line 2, panel.simulated: 1 is neither true nor false"),
        ("[panel.seats.p9]\nlamp = 4", "line 1, panel.seats.p9: there is no such key; did"),
        ("[panel.seats.p1]\nlight = 4", "line 2, panel.seats.p1.light: there is no such key"),
        ("[panel.seats]\np1 = 4", "line 2, panel.seats.p1: 4 is not a table"),
        ("panel.seats.p1.lamp = 1", "line 1, panel.seats.p1.lamp: 1 is not a GPIO number"),
        ("panel = {seats = {p1 = {lamp = 1}}}", "line 1, panel.seats.p1.lamp: 1 is not a GPIO"),
        ("https_port = 0", "line 1, https_port: 0 is not a whole number from 1 to 65535"),
        ("[mqtt]\nport = 1883", "line 1, mqtt.host: the broker is missing; write host ="),
        ('[mqtt]\nhost = "a b"', "line 2, mqtt.host: 'a b' is not a broker's name or address"),
        ('[mqtt]\nhost = "x"\ntopic = "#"', "line 3, mqtt.topic: '#' is not a topic such as"),
    ],
)
def test_a_fault_names_line_key_and_what_is_expected(text, expected):
    (fault,) = faults(text)

    assert fault.startswith(expected)


def test_a_broker_is_told_where_it_is():
    assert read('[mqtt]\nhost = "10.0.0.2"\ntls = true').mqtt == MqttSettings("10.0.0.2", tls=True)


def test_without_a_broker_none_is_told():
    assert read("").mqtt is None


def test_a_key_like_no_other_lists_those_there_are():
    assert faults("zzz = 1") == [
        "line 1, zzz: there is no such key; there are: "
        "address, camera, data, deck, host, https_port, language, mqtt, panel, port"
    ]


def test_all_faults_are_told_at_once():
    told = faults('port = -1\nlanguage = 7\n[panel]\nbuzzer = "x"\n')

    assert [fault.split(":")[0] for fault in told] == [
        "line 1, port",
        "line 2, language",
        "line 4, panel.buzzer",
    ]


def test_a_pin_used_twice_names_both_places():
    text = "[panel.seats.p1]\nbutton = 4\n[panel.seats.p2]\nlamp = 4\n"

    assert faults(text) == [
        "line 4, panel.seats.p2.lamp: GPIO 4 is also panel.seats.p1.button; "
        "give one of them another pin"
    ]


def write(folder, raw):
    path = folder / "settings.toml"
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"port = = 3\n", "not valid TOML: Invalid value (at line 1, column 8)"),
        (b"\xff\xfe", "not text: byte 0 is not UTF-8"),
        (b"", "empty: perhaps the power failed while it was saved"),
        (b"\n \n", "empty: perhaps the power failed while it was saved"),
        (b"#" * 70_000, "too long: more than 65536 bytes"),
        (b"port = 1\nport = 2", "not valid TOML: Cannot overwrite a value"),
    ],
)
def test_a_broken_file_is_named_and_left_as_it_is(tmp_path, raw, expected):
    path = write(tmp_path, raw)

    with pytest.raises(SettingsError) as caught:
        load(path, {})

    assert str(caught.value).startswith(f"{path}:\n  {expected}")
    assert path.read_bytes() == raw


def test_a_file_that_was_named_must_be_there(tmp_path):
    with pytest.raises(SettingsError, match="No such file or directory\nCheck the path"):
        load(tmp_path / "absent.toml", {})


def test_a_folder_is_no_settings_file(tmp_path):
    with pytest.raises(SettingsError, match="Is a directory"):
        load(tmp_path, {})


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = write(tmp_path, b"\xef\xbb\xbfport = 81\n")

    assert load(path, {}).port == 81


def test_settings_error_is_a_table_error_and_a_value_error():
    assert issubclass(SettingsError, TableError)
    assert issubclass(SettingsError, ValueError)


KEY_NAMES = st.sampled_from(["port", "host", "panel", "seats", "p1", "button", "lamp", "x"])
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5) | st.booleans(),
    lambda inner: st.dictionaries(KEY_NAMES, inner, max_size=4),
)


def as_toml(value):
    if value is None:
        return "[1, 2]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {as_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(c):08x}" for c in value if c.isprintable()) + '"'
    return str(value)


@given(st.dictionaries(KEY_NAMES, VALUES, max_size=4))
def test_whatever_is_written_gives_settings_or_a_settings_error(tree):
    text = "".join(f"{key} = {as_toml(value)}\n" for key, value in tree.items())

    try:
        result = read(text)
    except SettingsError as error:
        result = error.faults
    assert result


@given(st.text())
def test_any_text_gives_settings_or_a_settings_error(text):
    try:
        result = read(text)
    except SettingsError as error:
        result = error.faults
    assert result


def test_lines_are_found_below_tables_and_in_quotes():
    text = '# port = 1\n[a]\nb = 1\n["c".d]\n"e f" = 2\n'

    assert [line_of(text, path) for path in [("a", "b"), ("c", "d", "e f"), ("a", "z")]] == [
        3,
        5,
        2,
    ]
    assert line_of(text, ("port",)) is None
