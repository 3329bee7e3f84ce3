"""Settings of dmgbuild: the application beside a link to the Applications folder.

dmgbuild runs this file and gives it ``defines``.
"""

application = defines["app"]  # noqa: F821 - given by dmgbuild
files = [application]
symlinks = {"Applications": "/Applications"}
format = "UDZO"  # noqa: A001 - dmgbuild's name
window_rect = ((200, 200), (560, 360))
icon_locations = {"Throughline.app": (150, 170), "Applications": (410, 170)}
icon_size = 112
