import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { onPostChange, relatedQuery } from '../posts/index.ts'
import { isSame, type ItemName, type LightboxItem, toLightboxItems } from './lightbox-item.ts'

type Given = { items: readonly LightboxItem[] | undefined; loading: boolean; at: ItemName }

/** The items to page through, or why there are none. `isSet` means they're the post's set, not the screen's list. */
export type ShownItems =
  | { kind: 'items'; items: readonly LightboxItem[]; isSet: boolean }
  | { kind: 'loading' | 'gone' }
  | { kind: 'failed'; retry: () => void }

function isGone(error: unknown) {
  return error instanceof ApiError && (error.code === 'POST_NOT_FOUND' || error.code === 'BAD_REQUEST')
}

// Filters out items deleted while the lightbox is open. The lists behind it may still contain them for a moment.
function useDeletedFilter() {
  const [posts, setPosts] = useState<ReadonlySet<string>>(new Set())
  const [spots, setSpots] = useState<ReadonlySet<string>>(new Set())
  const [media, setMedia] = useState<readonly ItemName[]>([])
  useEffect(
    () =>
      onPostChange((change) => {
        if (change.kind !== 'deleted') return
        const { post_id, spot_id } = change
        if (post_id !== null) setPosts((all) => new Set(all).add(post_id))
        else setSpots((all) => new Set(all).add(spot_id))
      }),
    [],
  )
  const isHere = (item: LightboxItem) =>
    !posts.has(item.post_id) && !spots.has(item.spot?.id ?? '') && !media.some((name) => isSame(name, item))
  return { isHere, forget: (item: ItemName) => setMedia((all) => [...all, item]) }
}

/**
 * Returns the list around an item: the screen's list if it contains the item, otherwise the set of the item's post.
 * `forget` removes a deleted item before the lists themselves do.
 */
export function useShownItems({ items, loading, at }: Given): ShownItems & {
  forget: (item: ItemName) => void
} {
  const { isHere, forget } = useDeletedFilter()
  const [seen, setSeen] = useState<ItemName | null>(null)
  const isIn = items?.some((item) => isSame(item, at)) ?? false
  if (isIn && !(seen && isSame(seen, at))) setSeen({ post_id: at.post_id, media_index: at.media_index })
  // An item that disappeared from the list was deleted, so its set isn't shown instead.
  const isListed = isIn || (seen !== null && isSame(seen, at))
  // Pages only through the first post's set, because the sets of its other posts may extend further.
  const [anchor, setAnchor] = useState(at.post_id)
  const { data, error, refetch } = useQuery({ ...relatedQuery(anchor), enabled: !isListed && !loading })
  const changed = useEffectEvent((post_id: string | null) => {
    if (isListed || !data) return
    if (post_id === null || data.items.some(({ id }) => id === post_id)) void refetch()
  })
  useEffect(
    () =>
      onPostChange((change) => {
        if (change.kind === 'updated') changed(change.post_id)
        else if (change.kind === 'gap' || change.kind === 'many') changed(null)
      }),
    [],
  )
  const set = useMemo(() => (data ? toLightboxItems(data.items) : null), [data])
  const isElsewhere = at.post_id !== anchor && !set?.some(({ post_id }) => post_id === at.post_id)
  if (!isListed && isElsewhere && (set !== null || error !== null)) setAnchor(at.post_id)
  if (isListed && items) return { kind: 'items', items: items.filter(isHere), isSet: false, forget }
  if (isGone(error)) return { kind: 'gone', forget }
  if (set) return { kind: 'items', items: set.filter(isHere), isSet: true, forget }
  if (error) return { kind: 'failed', retry: () => void refetch(), forget }
  return { kind: 'loading', forget }
}
