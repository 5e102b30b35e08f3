import type { ItemName, LightboxItem, LightboxSpot } from './lightbox-item.ts'

/** The props of `LightboxHost`. */
export type LightboxHostProps = {
  /**
   * The list to page through. Without it, and for an item that is not in it (a link to a later one, or to another post),
   * the lightbox loads the post and pages through its set.
   */
  items?: readonly LightboxItem[] | undefined
  /** `items` are still loading, so it is unknown whether the item is among them. */
  loading?: boolean | undefined
  /** There are more than `items`; `onMore` loads them near the end. */
  more?: boolean | undefined
  onMore?: (() => void) | undefined
  /**
   * Called when the person deleted this item here, so that the list behind the lightbox drops it. Others receive
   * `onPostChange`.
   */
  onRemoved?: ((item: ItemName) => void) | undefined
  /** The spot of items without one of their own. */
  spot?: LightboxSpot | undefined
  /** Shows `View Spot`; on Discover only (MEDIA-17). */
  viewSpot?: boolean | undefined
}
