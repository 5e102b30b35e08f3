import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OpenItem, readOpenItem, withOpenItem } from './lightbox-address.ts'
import type { ItemName } from './lightbox-item.ts'

type Search = Record<string, unknown>
// The state of a history entry created by opening the lightbox. Going back from that entry closes the lightbox.
type State = { lightbox?: boolean }

/** Returns the item in the URL; null if the lightbox is closed. */
export function useOpenItemNow(): OpenItem | null {
  const search: Search = useSearch({ strict: false })
  const { item, comments } = search
  return useMemo(() => readOpenItem({ item, comments }), [item, comments])
}

/** Returns a function that writes an item to the URL; `push` creates a history entry. */
function useWriteItem() {
  const navigate = useNavigate()
  return (open: OpenItem | null, how: 'push' | 'replace', state: State) =>
    void navigate({
      to: '.',
      search: ((search: Search) => withOpenItem(search, open)) as never,
      replace: how === 'replace',
      state: state as never,
      resetScroll: false,
    })
}

/** Returns a function that opens the lightbox on a photo or video, optionally with its comments. Back closes it. */
export function useOpenItem(): (post_id: string, media_index: number, comments?: boolean) => void {
  const write = useWriteItem()
  return (post_id, media_index, comments = false) =>
    write({ post_id, media_index, comments }, 'push', { lightbox: true })
}

/** Moves and closes an open lightbox. Moving creates no history entries, so a single Back leaves the lightbox. */
export function useMoveItem() {
  const write = useWriteItem()
  const { history } = useRouter()
  const state = () => history.location.state as State
  return {
    show: (item: ItemName, comments: boolean) =>
      write(
        { post_id: item.post_id, media_index: item.media_index, comments },
        'replace',
        state().lightbox ? { lightbox: true } : {},
      ),
    close: () => (state().lightbox ? history.back() : write(null, 'replace', {})),
  }
}
