import type { ItemName, LightboxItem, LightboxSpot } from './lightbox-item.ts'

/** Props for `LightboxHost`. */
export type LightboxHostProps = {
  /**
   * The list to page through. If it's absent or doesn't include the item (e.g. a link to an item on a later page), the
   * lightbox loads the item's post and pages through that post's set.
   */
  items?: readonly LightboxItem[] | undefined
  /** Whether `items` are still loading, so it's not yet known whether they include the current item. */
  loading?: boolean | undefined
  /** Whether the list continues after `items`. `onMore` loads more items near the end. */
  more?: boolean | undefined
  onMore?: (() => void) | undefined
  /**
   * Called after the person deletes an item in the lightbox, so that the list behind it can remove the item. Other
   * lists use `onPostChange`.
   */
  onRemoved?: ((item: ItemName) => void) | undefined
  /** The spot for items that don't have their own. */
  spot?: LightboxSpot | undefined
  /** Whether to show `View Spot`, which only Discover does (MEDIA-17). */
  viewSpot?: boolean | undefined
}
