public import Foundation

/// Items that a layout places, asked for, displayed, reused and prefetched as in a table; it never draws.
///
/// <https://developer.apple.com/documentation/uikit/uicollectionview>
@MainActor
open class UICollectionView: UIScrollView {
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/elementkindsectionheader>
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/elementkindsectionfooter>
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/collectionviewlayout>
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      guard oldValue !== collectionViewLayout else { return }
      oldValue.owner = nil
      collectionViewLayout.owner = self
      layoutIsInvalid()
    }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/datasource>
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if oldValue !== dataSource { markForReload() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/delegate>
  open weak var delegate: (any UICollectionViewDelegate)? {
    didSet { if oldValue !== delegate { layoutIsInvalid() } }
  }

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/prefetchdatasource>
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?

  /// Off, cells are made on demand and the prefetch data source hears nothing (B5).
  ///
  /// <https://developer.apple.com/documentation/uikit/uicollectionview/isprefetchingenabled>
  open var isPrefetchingEnabled = true

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/selfsizinginvalidation-swift.property>
  open var selfSizingInvalidation = UICollectionView.SelfSizingInvalidation.enabled

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/allowsselection>
  open var allowsSelection = true

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/allowsmultipleselection>
  open var allowsMultipleSelection = false

  // MARK: State of the engine; the files named after its parts change it

  var counts = ItemCounts()
  var areCountsStale = true
  var isLayoutPrepared = false
  var isReloadPending = false
  var isWorking = false

  var ledger = CellLedger<UICollectionViewCell>()
  var pool = ReusePool<UICollectionViewCell>()
  var request: CellRequest<UICollectionViewCell>?

  var invalidatedCells: [UICollectionViewCell] = []

  var sectionViewPools: [String: ReusePool<UICollectionReusableView>] = [:]
  var sectionViews: [SupplementaryKey: UICollectionReusableView] = [:]
  var sectionViewRequest: CellRequest<UICollectionReusableView>?

  var batch: UpdateBatch?
  var completions = UpdateCompletions()
  var selection: Set<IndexPath> = []

  var prefetches = PrefetchLedger()
  var frameNumber = 0
  var hasScrolled = false
  var scrollsBack = false

  /// <https://developer.apple.com/documentation/uikit/uicollectionview/init(frame:collectionviewlayout:)>
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.owner = self
  }

  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    collectionViewLayout.owner = self
  }

  override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

  override func contentOffsetDidChange(from old: CGPoint) {
    guard !isWorking else { return }
    hasScrolled = true
    scrollsBack = contentOffset.y < old.y || contentOffset.x < old.x
  }

  /// Its own cells come and go in its layout, which needs no other for that.
  override func subviewsDidChange() {
    if !isWorking { super.subviewsDidChange() }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutItems()
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

  /// Marks a stretch in which the client may be called but may not change the collection view (B20).
  func working<Answer>(_ body: () -> Answer) -> Answer {
    let outer = isWorking
    isWorking = true
    defer { isWorking = outer }
    return body()
  }
}
