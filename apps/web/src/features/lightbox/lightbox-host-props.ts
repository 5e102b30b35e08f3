import type { ItemName, LightboxItem, LightboxSpot } from './lightbox-item.ts'

/** The props of `LightboxHost`. */
export type LightboxHostProps = {
  /**
   * The list to page through. Without it, or if the item is not in it (a link to a later item or another post), the
   * lightbox loads the post and pages through its set.
   */
  items?: readonly LightboxItem[] | undefined
  /** Whether `items` are still loading, so that it's unknown whether the item is among them. */
  loading?: boolean | undefined
  /** Whether there are more than `items`; `onMore` loads them near the end. */
  more?: boolean | undefined
  onMore?: (() => void) | undefined
  /**
   * Called after the person deleted this item here, so that the list behind the lightbox can remove it. Other lists use
   * `onPostChange`.
   */
  onRemoved?: ((item: ItemName) => void) | undefined
  /** The spot of items that have no spot of their own. */
  spot?: LightboxSpot | undefined
  /** Whether to show `View Spot`; only on Discover (MEDIA-17). */
  viewSpot?: boolean | undefined
}
