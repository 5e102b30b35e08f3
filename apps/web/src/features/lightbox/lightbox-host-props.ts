import type { ItemName, LightboxItem, LightboxSpot } from './lightbox-item.ts'

/** What a screen passes to its lightbox; see `LightboxHost`. */
export type LightboxHostProps = {
  /**
   * What is paged through, in order. Without it, and for an item that is not in it (a link to one further down, or to
   * another post), the lightbox loads the post and pages through the set it belongs to.
   */
  items?: readonly LightboxItem[] | undefined
  /** `items` are still on their way: whether the item is among them is not known yet. */
  loading?: boolean | undefined
  /** There are more than `items`; `onMore` loads them when the person comes near the end. */
  more?: boolean | undefined
  onMore?: (() => void) | undefined
  /**
   * The person deleted this item here: the list behind the lightbox drops it, too. Everybody else gets `onPostChange`.
   */
  onRemoved?: ((item: ItemName) => void) | undefined
  /** The spot of items that do not name theirs. */
  spot?: LightboxSpot | undefined
  /** Offers `View Spot`; on Discover alone (MEDIA-17). */
  viewSpot?: boolean | undefined
}
