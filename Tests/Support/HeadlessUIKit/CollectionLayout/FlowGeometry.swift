import Foundation

/// Where the items, headers and footers of a flow layout lie: computed once, searched in O(log lines).
///
/// Its words are those of the way the content flows: what lies along the scrolling is a *position* and a *length*,
/// what lies across it an *offset* and a *breadth*.
struct FlowGeometry {
  struct SectionPlan {
    var sizes: [CGSize] = []
    var inset = UIEdgeInsets.zero
    var lineSpacing: CGFloat = 0
    var itemSpacing: CGFloat = 0
    var headerLength: CGFloat = 0
    var footerLength: CGFloat = 0
  }

  struct Line {
    let items: Range<Int>
    let start: CGFloat
    let end: CGFloat
  }

  struct Section {
    var header = CGRect.zero
    var footer = CGRect.zero
    var frames: [CGRect] = []
    var lines: [Line] = []
    var start: CGFloat = 0
    var end: CGFloat = 0
  }

  let isVertical: Bool
  let breadth: CGFloat
  private(set) var sections: [Section] = []
  private(set) var length: CGFloat = 0

  init(_ plans: [SectionPlan] = [], breadth: CGFloat = 0, isVertical: Bool = true) {
    self.isVertical = isVertical
    self.breadth = breadth
    for plan in plans { append(plan) }
  }

  var contentSize: CGSize {
    isVertical ? CGSize(width: breadth, height: length) : CGSize(width: length, height: breadth)
  }

  func contains(_ path: IndexPath) -> Bool {
    path.count == 2 && sections.indices.contains(path.section)
      && sections[path.section].frames.indices.contains(path.item)
  }

  /// - Returns: The sections that reach into the rectangle.
  func sections(in rect: CGRect) -> Range<Int> {
    let (start, end) = span(of: rect)
    let first = sections.firstSortedIndex { $0.end >= start }
    return first..<max(first, sections.firstSortedIndex { $0.start > end })
  }

  /// - Returns: The items that share some area with the rectangle.
  /// - Complexity: O(log lines + answer) for each section in the rectangle.
  func items(in rect: CGRect) -> [IndexPath] {
    let (start, end) = span(of: rect)
    return sections(in: rect).flatMap { index in
      let section = sections[index]
      let first = section.lines.firstSortedIndex { $0.end > start }
      return section.lines[first...].prefix { $0.start < end }.flatMap(\.items)
        .filter { section.frames[$0].sharesArea(with: rect) }.map { IndexPath(item: $0, section: index) }
    }
  }

  // MARK: Flowing

  private mutating func append(_ plan: SectionPlan) {
    let inset = plan.inset
    let before = isVertical ? inset.top : inset.left
    let after = isVertical ? inset.bottom : inset.right
    let margin = isVertical ? inset.left : inset.top
    let room = breadth - margin - (isVertical ? inset.right : inset.bottom)

    var section = Section()
    section.start = length
    section.header = rect(position: length, offset: 0, length: plan.headerLength, breadth: breadth)
    var position = length + plan.headerLength + before
    let lines = lines(of: plan, room: room)
    let commonGap = commonGap(of: plan, room: room)
    section.frames.reserveCapacity(plan.sizes.count)
    for (number, items) in lines.enumerated() {
      if number > 0 { position += plan.lineSpacing }
      let breadths = plan.sizes[items].reduce(0) { $0 + breadth(of: $1) }
      let thickness = plan.sizes[items].reduce(0) { max($0, length(of: $1)) }
      let isLast = number == lines.count - 1
      var gap = commonGap ?? plan.itemSpacing
      var offset = margin
      if commonGap == nil, items.count > 1, !isLast { gap = (room - breadths) / CGFloat(items.count - 1) }
      let isCentred = items.count == 1 && (commonGap == .infinity || commonGap == nil && !isLast)
      if isCentred { offset += max(0, (room - breadths) / 2) }
      for item in items {
        let size = plan.sizes[item]
        let centred = position + (thickness - length(of: size)) / 2
        section.frames.append(
          rect(position: centred, offset: offset, length: length(of: size), breadth: breadth(of: size)))
        offset += breadth(of: size) + gap
      }
      section.lines.append(Line(items: items, start: position, end: position + thickness))
      position += thickness
    }
    section.footer = rect(position: position + after, offset: 0, length: plan.footerLength, breadth: breadth)
    length = position + after + plan.footerLength
    section.end = length
    sections.append(section)
  }

  /// As many items in each line as fit with the least spacing; an item that is too wide has a line of its own.
  private func lines(of plan: SectionPlan, room: CGFloat) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var first = 0
    var used: CGFloat = 0
    for (item, size) in plan.sizes.enumerated() {
      let wanted = item == first ? breadth(of: size) : used + plan.itemSpacing + breadth(of: size)
      if item > first, wanted > room + 0.001 {
        lines.append(first..<item)
        first = item
        used = breadth(of: size)
      } else {
        used = wanted
      }
    }
    if first < plan.sizes.count { lines.append(first..<plan.sizes.count) }
    return lines
  }

  /// Items of one size stand in columns: the last line has the spacing of the full ones. Infinite for one column.
  private func commonGap(of plan: SectionPlan, room: CGFloat) -> CGFloat? {
    guard let size = plan.sizes.first, plan.sizes.allSatisfy({ $0 == size }), breadth(of: size) > 0 else { return nil }
    let columns = ((room + plan.itemSpacing + 0.001) / (breadth(of: size) + plan.itemSpacing)).rounded(.down)
    return columns > 1 ? (room - columns * breadth(of: size)) / (columns - 1) : .infinity
  }

  // MARK: Directions

  private func length(of size: CGSize) -> CGFloat { isVertical ? size.height : size.width }

  private func breadth(of size: CGSize) -> CGFloat { isVertical ? size.width : size.height }

  private func span(of rect: CGRect) -> (start: CGFloat, end: CGFloat) {
    isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
  }

  private func rect(position: CGFloat, offset: CGFloat, length: CGFloat, breadth: CGFloat) -> CGRect {
    isVertical
      ? CGRect(x: offset, y: position, width: breadth, height: length)
      : CGRect(x: position, y: offset, width: length, height: breadth)
  }
}

extension CGRect {
  /// Unlike `intersects`, false for rectangles that only touch and for empty ones.
  func sharesArea(with other: CGRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY && width > 0 && height > 0
  }
}
