from tests.vision.calibration.shooting import A4, flat_poses, true_views, whole_poses
from vision.calibration.attitude import SIDES, Attitude
from vision.calibration.guide import VIEWS, coverage, missing


def wanted(views, attitudes=None):
    return missing(coverage(A4, views, attitudes))


def facts(messages, code):
    return [dict(message.facts) for message in messages if message.code == code]


def test_nothing_is_missing_from_a_careful_set(good_views):
    assert wanted(good_views) == ()


def test_at_first_everything_is_missing():
    codes = [message.code for message in wanted(())]

    assert codes[:4] == ["need_tilt"] * 4
    assert {"need_place", "need_whole", "need_views"} <= set(codes)


def test_flat_views_want_all_four_tilts(flat_views):
    sides = {fact["side"] for fact in facts(wanted(flat_views), "need_tilt")}

    assert sides == set(SIDES)


def test_the_tilt_that_is_missing_is_named(good_views):
    views = [view for view in good_views if view.attitude.side != "left"]

    assert facts(wanted(views), "need_tilt") == [{"side": "left"}]


def test_a_part_of_the_picture_that_was_never_shown_is_named(good_views):
    def is_elsewhere(view):
        width, height = view.size
        return not ((view.corners > (0.55 * width, 0.55 * height)).all(axis=1)).any()

    views = [view for view in good_views if is_elsewhere(view)]
    places = [fact["place"] for fact in facts(wanted(views), "need_place")]

    assert "lower right" in places
    assert "upper left" not in places


def test_views_from_one_distance_want_another():
    views = true_views(flat_poses())

    assert facts(wanted(views), "need_distance")


def test_too_few_views_are_counted():
    views = true_views(whole_poses(5))

    assert facts(wanted(views), "need_views") == [{"have": "5", "wanted": str(VIEWS)}]


def test_a_tilt_only_the_fitted_lens_sees_does_not_count(flat_views):
    dreamt = {view.number: Attitude(30.0, 90.0, 500.0) for view in flat_views}

    assert sum(coverage(A4, flat_views, dreamt).tilts.values()) == 0


def test_a_tilt_the_fitted_lens_denies_does_not_count(good_views):
    denied = {view.number: Attitude(3.0, 90.0, 500.0) for view in good_views}

    assert sum(coverage(A4, good_views, denied).tilts.values()) == 0
