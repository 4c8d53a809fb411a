#!/usr/bin/env bash
# webvtt-py writes a file back without the settings that say where its cues stand.
#
# Guess: who reads a WebVTT file, moves its times and saves it gets the same file with other times: styles, notes,
# names of cues, voices and settings stay.
# Seen with webvtt-py 0.5.1 (PyPI): all of these stay but the settings behind the times (`line:10% align:start`),
# which are gone after `read` and `save` without a change: subtitles that stood at the top, because a caption of the
# picture is at the bottom, lie over it. The text behind `WEBVTT` in the first line goes too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python && python/bin/pip install --quiet --disable-pip-version-check webvtt-py==0.5.1

cat >before.vtt <<'VTT'
WEBVTT Interview

STYLE
::cue { color: lime }

NOTE by Amina

1
00:00:01.000 --> 00:00:02.000 line:10% align:start
<v Amina>Habari
VTT
python/bin/python -c 'import webvtt; webvtt.read("before.vtt").save("after.vtt")'
said=$(diff before.vtt after.vtt | grep '^[<>]' || true)
python/bin/pip freeze | grep webvtt
echo "$said"
[ "$said" = '< WEBVTT Interview
> WEBVTT
< 00:00:01.000 --> 00:00:02.000 line:10% align:start
> 00:00:01.000 --> 00:00:02.000' ] || { echo "this has changed"; exit 1; }
