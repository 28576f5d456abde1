public import Foundation

/// A rectangle in a tree of rectangles: geometry, hierarchy and layout; nothing is ever drawn.
///
/// <https://developer.apple.com/documentation/uikit/uiview>
@MainActor
open class UIView: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiview/bounds>
  open var bounds: CGRect {
    didSet { if bounds.size != oldValue.size { setNeedsLayout() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/center>
  open var center: CGPoint

  /// <https://developer.apple.com/documentation/uikit/uiview/ishidden>
  open var isHidden = false

  /// <https://developer.apple.com/documentation/uikit/uiview/alpha>
  open var alpha: CGFloat = 1

  /// <https://developer.apple.com/documentation/uikit/uiview/backgroundcolor>
  open var backgroundColor: UIColor?

  /// <https://developer.apple.com/documentation/uikit/uiview/tag>
  open var tag = 0

  /// <https://developer.apple.com/documentation/uikit/uiview/subviews>
  open internal(set) var subviews: [UIView] = []

  weak var parentView: UIView?
  weak var owningController: UIViewController?
  var needsLayout = true

  /// <https://developer.apple.com/documentation/uikit/uiview/init(frame:)>
  public init(frame: CGRect) {
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/init(coder:)>
  public required init?(coder: NSCoder) {
    bounds = .zero
    center = .zero
    super.init()
  }

  public convenience override init() {
    self.init(frame: .zero)
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/frame>
  open var frame: CGRect {
    get {
      CGRect(
        x: center.x - bounds.width / 2, y: center.y - bounds.height / 2, width: bounds.width, height: bounds.height)
    }
    set {
      center = CGPoint(x: newValue.midX, y: newValue.midY)
      if bounds.size != newValue.size { bounds.size = newValue.size }
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/superview>
  open var superview: UIView? { parentView }

  /// <https://developer.apple.com/documentation/uikit/uiview/window>
  open var window: UIWindow? { parentView?.window }

  open override var next: UIResponder? { owningController ?? parentView }

  // MARK: Hierarchy observers

  /// <https://developer.apple.com/documentation/uikit/uiview/willmove(tosuperview:)>
  open func willMove(toSuperview newSuperview: UIView?) {}

  /// <https://developer.apple.com/documentation/uikit/uiview/didmovetosuperview()>
  open func didMoveToSuperview() {}

  /// <https://developer.apple.com/documentation/uikit/uiview/willmove(towindow:)>
  open func willMove(toWindow newWindow: UIWindow?) {}

  /// <https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()>
  open func didMoveToWindow() {}

  // MARK: Layout

  /// <https://developer.apple.com/documentation/uikit/uiview/setneedslayout()>
  open func setNeedsLayout() {
    needsLayout = true
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/layoutifneeded()>
  open func layoutIfNeeded() {
    var top = self
    while let parent = top.parentView, parent.needsLayout { top = parent }
    top.layOutTree()
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/layoutsubviews()>
  open func layoutSubviews() {}

  /// <https://developer.apple.com/documentation/uikit/uiview/sizethatfits(_:)>
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  // MARK: Size

  /// <https://developer.apple.com/documentation/uikit/uiview/nointrinsicmetric>
  public static let noIntrinsicMetric: CGFloat = -1

  /// <https://developer.apple.com/documentation/uikit/uiview/layoutfittingcompressedsize>
  public static let layoutFittingCompressedSize = CGSize.zero

  /// <https://developer.apple.com/documentation/uikit/uiview/layoutfittingexpandedsize>
  public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  /// <https://developer.apple.com/documentation/uikit/uiview/intrinsiccontentsize>
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// In a cell of a self-sizing list it has the cell measured again.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/invalidateintrinsiccontentsize()>
  open func invalidateIntrinsicContentSize() {
    setNeedsLayout()
    parentView?.subviewInvalidatedSize(self)
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/systemlayoutsizefitting(_:)>
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
  }

  /// The intrinsic size, or the target where that is required; there are no constraints.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/systemlayoutsizefitting(_:withhorizontalfittingpriority:verticalfittingpriority:)>
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    let size = intrinsicContentSize
    return CGSize(
      width: horizontalFittingPriority == .required ? targetSize.width : max(0, size.width),
      height: verticalFittingPriority == .required ? targetSize.height : max(0, size.height))
  }

  /// A view below says that its size is no longer right.
  func subviewInvalidatedSize(_ view: UIView) {
    parentView?.subviewInvalidatedSize(view)
  }

  /// Called before `layoutSubviews()`.
  func prepareForLayout() {}

  /// A view lays out again when a subview came or went.
  func subviewsDidChange() {
    setNeedsLayout()
  }

  func windowWillChange(to newWindow: UIWindow?) {}

  // MARK: The double's frame, see UIWindow.runFrame()

  /// Moves what moves by itself, before the layout of a frame.
  func advanceMotion(by duration: TimeInterval) {}

  /// Does what UIKit does when a frame has time left, after its layout.
  func frameDidLayOut() {}
}
