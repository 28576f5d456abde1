import Foundation

/// One header or footer of a table.
struct SectionViewKey: Hashable, Comparable {
  let kind: HeadlessEvent.SectionView
  let section: Int

  init(_ kind: HeadlessEvent.SectionView, _ section: Int) {
    self.kind = kind
    self.section = section
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.section, left.kind == .header ? 0 : 1) < (right.section, right.kind == .header ? 0 : 1)
  }
}

extension UITableView {
  /// <https://developer.apple.com/documentation/uikit/uitableview/headerview(forsection:)>
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    sectionViews[.init(.header, section)] as? UITableViewHeaderFooterView
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/footerview(forsection:)>
  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    sectionViews[.init(.footer, section)] as? UITableViewHeaderFooterView
  }

  /// Headers and footers begin and end their display like rows, with callbacks of their own and no prefetch (B24).
  func layOutSectionViews() {
    var wanted: [SectionViewKey: CGRect] = [:]
    for section in geometry.sections.indices {
      for kind in [HeadlessEvent.SectionView.header, .footer] {
        let key = SectionViewKey(kind, section)
        let rect = rect(of: key)
        if rect.height > 0, rect.minY < bounds.maxY, rect.maxY > bounds.minY { wanted[key] = rect }
      }
    }
    for key in sectionViews.keys.filter({ wanted[$0] == nil }).sorted() {
      if let view = sectionViews.removeValue(forKey: key) { endDisplay(of: view, at: key) }
    }
    for (key, rect) in wanted.sorted(by: { $0.value.minY < $1.value.minY }) {
      if let view = sectionViews[key] ?? beginDisplay(at: key, in: rect) { view.frame = rect }
    }
  }

  func letGoOfSectionViews() {
    let old = sectionViews
    sectionViews = [:]
    for (key, view) in old.sorted(by: { $0.key < $1.key }) { endDisplay(of: view, at: key) }
  }

  /// An automatic height is 28 points where there is a title or a view, else nothing; views are not measured.
  func sectionViewHeight(_ key: SectionViewKey) -> CGFloat {
    let height =
      switch key.kind {
      case .header: delegate?.tableView(self, heightForHeaderInSection: key.section) ?? sectionHeaderHeight
      case .footer: delegate?.tableView(self, heightForFooterInSection: key.section) ?? sectionFooterHeight
      }
    if height >= 0 { return height }
    if sectionViews[key] == nil, measuredSectionViews[key] == nil, let view = makeSectionView(key) {
      measuredSectionViews[key] = view
    }
    return sectionViews[key] != nil || measuredSectionViews[key] != nil ? 28 : 0
  }

  private func beginDisplay(at key: SectionViewKey, in rect: CGRect) -> UIView? {
    guard let view = measuredSectionViews.removeValue(forKey: key) ?? makeSectionView(key) else { return nil }
    sectionViews[key] = view
    view.frame = rect
    headlessLog.note(.willDisplaySectionView(key.kind, key.section))
    switch key.kind {
    case .header: delegate?.tableView(self, willDisplayHeaderView: view, forSection: key.section)
    case .footer: delegate?.tableView(self, willDisplayFooterView: view, forSection: key.section)
    }
    addSubview(view)
    return view
  }

  func endDisplay(of view: UIView, at key: SectionViewKey) {
    view.removeFromSuperview()
    headlessLog.note(.didEndDisplayingSectionView(key.kind, key.section))
    switch key.kind {
    case .header: delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: key.section)
    case .footer: delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: key.section)
    }
    if let reusable = view as? UITableViewHeaderFooterView { sectionViewPool.put(reusable) }
  }

  private func makeSectionView(_ key: SectionViewKey) -> UIView? {
    let view: UIView?
    let title: String?
    switch key.kind {
    case .header:
      view = delegate?.tableView(self, viewForHeaderInSection: key.section)
      title = dataSource?.tableView(self, titleForHeaderInSection: key.section)
    case .footer:
      view = delegate?.tableView(self, viewForFooterInSection: key.section)
      title = dataSource?.tableView(self, titleForFooterInSection: key.section)
    }
    return view ?? title.map { _ in UITableViewHeaderFooterView(reuseIdentifier: nil) }
  }

  /// In the plain style headers and footers float while their section is in sight.
  private func rect(of key: SectionViewKey) -> CGRect {
    let section = geometry.sections[key.section]
    let span = geometry.section(key.section)
    let height = key.kind == .header ? section.header : section.footer
    var y = key.kind == .header ? span.top : span.bottom - height
    if style == .plain {
      y =
        switch key.kind {
        case .header: min(max(y, bounds.minY), span.bottom - section.footer - height)
        case .footer: max(min(y, bounds.maxY - height), span.top + section.header)
        }
    }
    return CGRect(x: 0, y: y, width: bounds.width, height: height)
  }
}
