// A double of UIKit for tests: a strict subset of its API, with lists that lay out, display, reuse, scroll and
// prefetch without a screen. It is never a product and never built for iOS. The rows named B1, B2 … are those of
// the article "UIKitBehaviours".
//
// - No public symbol that UIKit lacks, no looser type. What only a test may do is `@_spi(Headless)`.
// - It owns no run loop. Nothing happens before `window.runFrame()`: motion, layout, the rest of the frame (late
//   ends of display, data prefetch, cells ahead), then ends of appearance transitions. A frame is 1/60 s of virtual
//   time.
// - UIKit promises no schedule, so there are profiles: `.noPrefetch`, `.lookAhead`, `.preparedCache`, and
//   `.legalChaos(seed:)`, which draws from what is permitted. Run each test under several.
// - What UIKit throws for is recorded in the list's `headlessLog.violations`, or stops the process with
//   `trapsOnViolation`.
// - Optional methods are requirements with defaults; `headlessLog.defaulted` counts the calls that a default
//   answered.
//
// Sources differ from iOS in three places: a cell's `init(style:reuseIdentifier:)` or `init(frame:)` is `required`;
// `UIScrollView` has no `delegate` (a list declares its own); a subclass cannot replace a default its superclass
// relies on.
//
// Not modelled: drawing, Auto Layout, self-sizing by constraints, animation timing, UIKit's curve at the edges, safe
// areas and adjusted insets, compensation of the offset when an estimate was wrong, zooming, traits, focus, first
// responders, compositional layouts, decoration views, headers that float in a flow layout, interactive reordering,
// layout invalidation contexts, accessibility, nibs, storyboards, `UIAppearance`, editing, drag and drop, selection
// looks, keyboard, presentation, bars, Objective-C dispatch (`responds(to:)`), purge of the reuse pool under memory
// pressure, UIKit's real look-ahead counts. No time measured here says anything about a device.
