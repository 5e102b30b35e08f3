import type { ItemName, ViewerItem, ViewerSpot } from './viewer-item.ts'

/** What a screen tells of the viewer it draws; see `ViewerHost`. */
export type ViewerHostProps = {
  /**
   * What is paged through, in order. Without it, and for an item that is not in it (a link to one further down, or to
   * another post), the viewer loads the post and pages through the set it belongs to.
   */
  items?: readonly ViewerItem[] | undefined
  /** `items` are still on their way: whether the item is among them is not known yet. */
  loading?: boolean | undefined
  /** There are more than `items`; `onMore` loads them when the person comes near the end. */
  more?: boolean | undefined
  onMore?: (() => void) | undefined
  /** The person deleted this one here: it leaves the list behind the viewer, too. Everybody else hears `onPostChange`. */
  onRemoved?: ((item: ItemName) => void) | undefined
  /** The spot of items that do not name theirs. */
  spot?: ViewerSpot | undefined
  /** Offers `View Spot`; on Discover alone (MEDIA-17). */
  viewSpot?: boolean | undefined
}
