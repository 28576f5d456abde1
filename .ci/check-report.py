"""Checks the promises that a demo's report must keep: check-report.py FILE [the demo's arguments]."""

import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
faulty = "--failure-rate" in sys.argv
problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


visible, complete, failed = (report[key] for key in ("visible", "visibleComplete", "visibleFailed"))
expect(visible > 0, "nothing is visible")
expect(complete + failed == visible, f"{complete} complete and {failed} failed of {visible} visible")
expect(faulty or complete == visible, f"only {complete} of {visible} visible cells are complete")
expect(report["wrongCell"] == 0, f"{report['wrongCell']} times a cell showed another item's picture")
for lane in report["lanes"]:
    expect(lane["peakRunning"] <= lane["limit"], f"lane {lane['name']} was over its limit")
asked = sum(report[key] for key in ("fetchesStarted", "avatarsStarted", "feedPages", "redirects"))
expect(
    report["fetchesCompleted"] <= report["httpRequests"] <= asked,
    f"{report['fetchesCompleted']} fetches completed, {report['httpRequests']} requests, {asked} asked for",
)
expect(not faulty or report["retries"] > 0, "nothing was tried again")

for problem in problems:
    print(f"check-report: {problem}", file=sys.stderr)
sys.exit(1 if problems else 0)
