import Foundation

extension UITableView {
  /// <https://developer.apple.com/documentation/uikit/uitableview/numberofsections>
  public var numberOfSections: Int {
    loadDataIfNeeded()
    return geometry.sections.count
  }

  /// <https://developer.apple.com/documentation/uikit/uitableview/numberofrows(insection:)>
  public func numberOfRows(inSection section: Int) -> Int {
    loadDataIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rows.count : 0
  }

  func heightsAreStale() {
    if case .nothing = staleness { staleness = .heights }
    setNeedsLayout()
  }

  /// Asks for counts and heights again, if somebody said that they changed.
  func loadDataIfNeeded() {
    guard staleness != .nothing, !isWorking, batch == nil else { return }
    let counts = staleness == .everything ? countsFromDataSource() : geometry.sections.map(\.rows.count)
    if staleness == .everything { measuredSectionViews = [:] }
    staleness = .nothing
    working {
      geometry = TableGeometry(
        sections: counts.enumerated().map { section, count in
          TableGeometry.Section(
            header: sectionViewHeight(.init(.header, section)), footer: sectionViewHeight(.init(.footer, section)),
            rows: (0..<count).map { rowHeight(at: IndexPath(row: $0, section: section)) })
        })
    }
    contentSize = CGSize(width: bounds.width, height: geometry.height)
  }

  func countsFromDataSource() -> [Int] {
    guard let dataSource else { return [] }
    return working {
      (0..<dataSource.numberOfSections(in: self)).map { dataSource.tableView(self, numberOfRowsInSection: $0) }
    }
  }

  /// With an estimate, the real height is asked for when the row is needed; without, for each row at once (B22). An
  /// automatic height is known when there is a cell (B23).
  func rowHeight(at path: IndexPath) -> TableGeometry.RowHeight {
    let estimate = delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight
    if estimate > 0 { return .init(height: estimate, isEstimate: true) }
    let height = delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
    if height >= 0 { return .init(height: height, isEstimate: false) }
    return .init(height: usualHeight(at: path), isEstimate: estimate != 0)
  }

  /// The height of a row whose cell does not say how high it is.
  func usualHeight(at path: IndexPath) -> CGFloat {
    let estimate = delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight
    return estimate > 0 ? estimate : 44
  }

  /// Asks for the real height; where it is automatic, and estimates are not off (B22), the cell is prepared and asked
  /// (B23).
  func measureRow(at path: IndexPath) {
    let height = delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
    let estimate = delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight
    geometry.setSelfSized(height < 0 && estimate != 0, at: path)
    if !geometry.isSelfSized(path) {
      setRowHeight(height >= 0 ? height : usualHeight(at: path), at: path)
    } else if let cell = ledger[path]?.cell {
      measureCell(cell, at: path)
    } else {
      prepareCell(at: path)
    }
  }

  /// The rows that reach into the bounds, each with its real height.
  func rowsInBounds() -> [IndexPath] {
    var paths = geometry.rows(from: bounds.minY, to: bounds.maxY)
    while let path = paths.first(where: geometry.isEstimate) {
      measureRow(at: path)
      paths = geometry.rows(from: bounds.minY, to: bounds.maxY)
    }
    return paths
  }

  /// Marks a stretch in which the client may be called but may not change the table (B20).
  func working<Answer>(_ body: () -> Answer) -> Answer {
    let outer = isWorking
    isWorking = true
    defer { isWorking = outer }
    return body()
  }
}
