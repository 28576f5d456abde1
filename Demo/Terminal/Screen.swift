import AsyncCellUIKit
import DemoFeed
import DemoSupport
import Foundation
import HeadlessUIKit

/// A view controller of the demo, as the driver sees it.
@MainActor
protocol Screen: AnyObject {
  var name: Options.Screen { get }
  var controller: UIViewController { get }
  var list: UIScrollView { get }
  var cells: AsyncListDelegate { get }
  /// What is counted in the list, for instance "photos".
  var unit: String { get }
  var itemCount: Int { get }
  /// What went wrong with the feed last.
  var feedError: (any Error)? { get }
  /// Whether everything that was asked for has come, and no more is to come by itself.
  var isFeedComplete: Bool { get }
  /// The window's width in points when the terminal has so many columns.
  func width(inColumns columns: Int) -> CGFloat
  /// What is on screen and has asynchronous work.
  func sights() -> [Sight]
  /// Adds what is on screen to a frame.
  func draw(in frame: inout FrameModel)
}

extension Screen {
  /// A character is 11 points wide, beside the scroll bar.
  func width(inColumns columns: Int) -> CGFloat { CGFloat(max(30, columns - 1)) * 11 }

  /// A frame as the list's visible part has it.
  func onScreen(_ view: UIView, in cell: UIView) -> CGRect {
    view.frame.offsetBy(
      dx: cell.frame.minX - list.contentOffset.x, dy: cell.frame.minY - list.contentOffset.y)
  }
}

extension RowModel.State {
  /// What a view for pictures shows.
  init(_ content: PictureView.Content) {
    switch content {
    case .nothing: self = .placeholder(fraction: nil)
    case .placeholder(let fraction): self = .placeholder(fraction: fraction)
    case .picture(let picture):
      self = .picture(PixelBlock(rgb: picture.pixels, width: picture.width, height: picture.height))
    case .failure: self = .failure("could not be loaded")
    }
  }
}
