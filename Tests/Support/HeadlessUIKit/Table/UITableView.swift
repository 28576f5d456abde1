public import Foundation

/// One column of rows that asks for cells, displays, reuses and prefetches them; it never draws.
///
/// <https://developer.apple.com/documentation/uikit/uitableview>
@MainActor
open class UITableView: UIScrollView {
  /// <https://developer.apple.com/documentation/uikit/uitableview/style-swift.enum>
  public enum Style: Int, Sendable {
    case plain, grouped, insetGrouped
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/scrollposition>
  public enum ScrollPosition: Int, Sendable {
    case none, top, middle, bottom
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/rowanimation>
  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/automaticdimension>
  public static let automaticDimension: CGFloat = -1

  /// <https://developer.apple.com/documentation/uikit/uitableview/style-swift.property>
  open var style: Style { tableStyle }

  /// <https://developer.apple.com/documentation/uikit/uitableview/datasource>
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if oldValue !== dataSource { markForReload() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/delegate>
  open weak var delegate: (any UITableViewDelegate)? {
    didSet { if oldValue !== delegate { heightsAreStale() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/prefetchdatasource>
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?

  /// Off, cells are made on demand and the prefetch data source hears nothing (B5).
  ///
  /// <https://developer.apple.com/documentation/uikit/uitableview/isprefetchingenabled>
  open var isPrefetchingEnabled = true

  /// <https://developer.apple.com/documentation/uikit/uitableview/rowheight>
  open var rowHeight = UITableView.automaticDimension { didSet { heightsAreStale() } }

  /// <https://developer.apple.com/documentation/uikit/uitableview/estimatedrowheight>
  open var estimatedRowHeight = UITableView.automaticDimension { didSet { heightsAreStale() } }

  /// <https://developer.apple.com/documentation/uikit/uitableview/sectionheaderheight>
  open var sectionHeaderHeight = UITableView.automaticDimension { didSet { heightsAreStale() } }

  /// <https://developer.apple.com/documentation/uikit/uitableview/sectionfooterheight>
  open var sectionFooterHeight = UITableView.automaticDimension { didSet { heightsAreStale() } }

  /// <https://developer.apple.com/documentation/uikit/uitableview/estimatedsectionheaderheight>
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension

  /// <https://developer.apple.com/documentation/uikit/uitableview/estimatedsectionfooterheight>
  open var estimatedSectionFooterHeight = UITableView.automaticDimension

  /// <https://developer.apple.com/documentation/uikit/uitableview/selfsizinginvalidation-swift.property>
  open var selfSizingInvalidation = UITableView.SelfSizingInvalidation.enabled

  /// <https://developer.apple.com/documentation/uikit/uitableview/indexpathforselectedrow>
  open internal(set) var indexPathForSelectedRow: IndexPath?

  private let tableStyle: Style

  // MARK: State of the engine; the files named after its parts change it

  /// How much of what the data source and the delegate said is out of date.
  enum Staleness { case nothing, heights, everything }

  var staleness = Staleness.everything
  var geometry = TableGeometry()
  var isReloadPending = false
  var isWorking = false
  var batch: UpdateBatch?
  var completions = UpdateCompletions()

  var ledger = CellLedger<UITableViewCell>()
  var pool = ReusePool<UITableViewCell>()
  var request: CellRequest<UITableViewCell>?

  var invalidatedCells: [UITableViewCell] = []

  var sectionViewPool = ReusePool<UITableViewHeaderFooterView>()
  var sectionViews: [SectionViewKey: UIView] = [:]
  var measuredSectionViews: [SectionViewKey: UIView] = [:]

  var prefetches = PrefetchLedger()
  var frameNumber = 0
  var hasScrolled = false
  var scrollsBack = false

  /// <https://developer.apple.com/documentation/uikit/uitableview/init(frame:style:)>
  public init(frame: CGRect, style: UITableView.Style) {
    tableStyle = style
    super.init(frame: frame)
  }

  public required init?(coder: NSCoder) {
    tableStyle = .plain
    super.init(coder: coder)
  }

  public convenience init() {
    self.init(frame: .zero, style: .plain)
  }

  override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

  override func contentOffsetDidChange(from old: CGPoint) {
    guard !isWorking else { return }
    hasScrolled = true
    scrollsBack = contentOffset.y < old.y
  }

  /// Its own cells come and go in its layout, which needs no other for that.
  override func subviewsDidChange() {
    if !isWorking { super.subviewsDidChange() }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutRows()
  }

  override func frameDidLayOut() {
    super.frameDidLayOut()
    spendRestOfFrame()
    if let window { completions.take(by: window.frames.count).forEach { $0() } }
  }

  override func windowWillChange(to newWindow: UIWindow?) {
    super.windowWillChange(to: newWindow)
    completions.interrupt().forEach { $0() }
  }

  var profile: HeadlessProfile {
    let profile = window?.profileOfLists ?? .noPrefetch
    return isPrefetchingEnabled ? profile : profile.withoutPrefetching
  }

  /// Makes the choices that the profile leaves open.
  var scheduler: ListScheduler {
    get { window?.scheduler ?? ListScheduler(.noPrefetch) }
    set { window?.scheduler = newValue }
  }
}
