"""Checks the promises that a demo's report must keep: check-report.py FILE [the demo's arguments]."""

import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
faulty = "--failure-rate" in sys.argv
problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def check(report, name):
    visible, complete, failed = (report[key] for key in ("visible", "visibleComplete", "visibleFailed"))
    expect(visible > 0, f"{name}: nothing is visible")
    expect(complete + failed == visible, f"{name}: {complete} complete and {failed} failed of {visible} visible")
    expect(faulty or complete == visible, f"{name}: only {complete} of {visible} visible cells are complete")
    expect(report["wrongCell"] == 0, f"{name}: {report['wrongCell']} times a cell showed another item's picture")
    expect(report["violations"] == 0, f"{name}: {report['violations']} times UIKit would have thrown")
    for lane in report["lanes"]:
        expect(lane["peakRunning"] <= lane["limit"], f"{name}: lane {lane['name']} was over its limit")
    expect(not faulty or report["retries"] > 0, f"{name}: nothing was tried again")


check(report, report.get("screen", "all"))
asked = sum(report[key] for key in ("fetchesStarted", "avatarsStarted", "feedPages", "redirects"))
expect(
    report["fetchesCompleted"] <= report["httpRequests"] <= asked,
    f"{report['fetchesCompleted']} fetches completed, {report['httpRequests']} requests, {asked} asked for",
)
for screen in report.get("screens", []):
    check(screen, screen["screen"])
wanted = [sys.argv[sys.argv.index("--screen") + 1]] if "--screen" in sys.argv else ["table", "grid", "updates"]
shown = [screen["screen"] for screen in report.get("screens", [report])]
expect(shown == wanted, f"{shown} shown, not {wanted}")

for problem in problems:
    print(f"check-report: {problem}", file=sys.stderr)
sys.exit(1 if problems else 0)
