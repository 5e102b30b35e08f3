import type { ItemName } from './lightbox-item.ts'

/** The lightbox state in the URL: the current item, and whether its comments are open. */
export type OpenItem = ItemName & { comments: boolean }

const ITEM = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.(\d{1,3})$/i

/** Parses `?item=<post id>.<media index>&comments=1`; null if there is no valid item. */
export function readOpenItem(search: Record<string, unknown>): OpenItem | null {
  const found = ITEM.exec(typeof search.item === 'string' ? search.item : '')
  if (!found) return null
  const [, post_id = '', index] = found
  return { post_id: post_id.toLowerCase(), media_index: Number(index), comments: search.comments === '1' }
}

/** Sets or removes the lightbox item in search parameters, without changing other parameters. */
export function withOpenItem<T extends Record<string, unknown>>(search: T, open: OpenItem | null): T {
  const { item: _, comments: __, ...rest } = search
  if (!open) return rest as unknown as T
  return {
    ...rest,
    item: `${open.post_id}.${open.media_index}`,
    ...(open.comments ? { comments: '1' } : {}),
  } as unknown as T
}
