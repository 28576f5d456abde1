import DemoSupport
import Foundation
import Testing

@Suite("Frame", .timeLimit(.minutes(5)))
struct FrameTests {
  private let pixels = PixelBlock(rgb: Array(repeating: 200, count: 12), width: 2, height: 2)

  private func frame() -> FrameModel {
    FrameModel(
      title: "Photos", detail: "4 running",
      rows: [
        RowModel(title: "First", subtitle: "item 1", state: .picture(pixels), avatar: pixels, y: -44),
        RowModel(title: "Second", subtitle: "item 2", state: .placeholder(fraction: 0.5), y: 44),
        RowModel(title: "Third", subtitle: "item 3", state: .failure("status 500"), y: 132),
        RowModel(title: "", state: .plain("Advert"), y: 220, height: 44),
        RowModel(title: "Fifth", subtitle: "item 5", state: .placeholder(fraction: nil), y: 264),
        RowModel(title: "Below", state: .plain("unseen"), y: 5_000),
      ],
      status: ["default 4 of 4, waiting 12"], scrollPosition: 1)
  }

  @Test("A frame has a bar, its rows clipped to the list, and the status")
  func frameText() {
    var canvas = Canvas(width: 44, height: 16)
    canvas.draw(frame())
    #expect(
      canvas.plainText() == """
         Photos                           4 running
         ▀▀▀▀▀▀▀▀
         ──────────────────────────────────────────
                   Second
                   item 2
                   ████████████             50%
         ──────────────────────────────────────────
                   Third
             ✕     item 3
                   status 500
         ──────────────────────────────────────────
                          Advert

                   Fifth
                   item 5                          ▐
         default 4 of 4, waiting 12
        """)
  }

  @Test("A picture is beside its title, an avatar at the right")
  func item() {
    var canvas = Canvas(width: 40, height: 6)
    let title = "A title too long for the room"
    let row = RowModel(title: title, subtitle: "s", state: .picture(pixels), avatar: pixels, y: 0)
    canvas.draw(FrameModel(title: "t", rows: [row]))
    #expect(
      canvas.plainText() == """
         t
         ▀▀▀▀▀▀▀▀  A title too long for … ▀▀▀▀
         ▀▀▀▀▀▀▀▀  s                      ▀▀▀▀
         ▀▀▀▀▀▀▀▀
         ──────────────────────────────────────

        """)
  }

  @Test("No size of terminal and no position of a row does harm")
  func sizes() {
    var model = frame()
    for y in [-1e300, .nan, .infinity, -90, 1e300] {
      model.rows.append(RowModel(title: "Odd", state: .failure("x"), avatar: pixels, y: y))
    }
    for height in [-1, 0.0, 1, 22, 1e9, .infinity] {
      model.rows.append(RowModel(title: "Odd", state: .plain("x"), avatar: pixels, y: 0, height: height))
    }
    model.pointsPerLine = 0
    for width in [0, 1, 2, 3, 9, 12, 13, 40, 200] {
      for height in [0, 1, 2, 3, 4, 9, 60] {
        var canvas = Canvas(width: width, height: height)
        canvas.draw(model)
        #expect(canvas.update(from: nil).isEmpty == false)
        model.pointsPerLine = 22
      }
    }
  }
}
