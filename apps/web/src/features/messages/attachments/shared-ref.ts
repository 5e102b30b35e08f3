import type { Message } from '@nollie/contract'
import { pageOfShort } from '@nollie/contract/short-links'

/** A reference to shared content: a spot, one of a post's photos or videos, or a list by its ID or link. */
export type SharedRef =
  | { kind: 'spot'; spot_id: string }
  | { kind: 'post'; post_id: string; media_index: number }
  | { kind: 'list'; list_key: string }

const ID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const SPOT_ID = new RegExp(`^${ID}$`, 'i')
const LIST_KEY = new RegExp(`^(?:${ID}|[0-9a-f]{32})$`, 'i')
const SPOT_PATH = new RegExp(`^/spots?/(${ID})/?$`, 'i')
const POST_PATH = new RegExp(`^/post/(${ID})/?$`, 'i')
const LIST_PATH = /^\/lists\/([^/]+)\/?$/
const MAP_PATH = /^\/spots\/?$/
const ITEM = new RegExp(`^(${ID})\\.(\\d{1,3})$`, 'i')

function parseItem(text: string | null): SharedRef | null {
  const found = ITEM.exec(text ?? '')
  return found?.[1] ? { kind: 'post', post_id: found[1].toLowerCase(), media_index: Number(found[2]) } : null
}

/**
 * Parses text that consists only of a link to this site. If the link opens a photo on a spot's page, returns the photo.
 */
export function sharedByLink(text: string, origin: string): SharedRef | null {
  const link = text.trim()
  if (/\s/.test(link) || !URL.canParse(link)) return null
  const { origin: from, pathname: linkText, searchParams } = new URL(link)
  if (from !== origin) return null
  const item = parseItem(searchParams.get('item'))
  if (item) return item
  const pathname = pageOfShort(linkText) ?? linkText
  const post_id = POST_PATH.exec(pathname)?.[1]
  if (post_id) return { kind: 'post', post_id: post_id.toLowerCase(), media_index: 0 }
  const list_key = LIST_PATH.exec(pathname)?.[1]
  if (list_key) return sharedBySearch({ list: list_key })
  const spot_id = SPOT_PATH.exec(pathname)?.[1]
  if (spot_id) return { kind: 'spot', spot_id: spot_id.toLowerCase() }
  // A link to the map can open a spot.
  return MAP_PATH.test(pathname) ? sharedBySearch({ spot: searchParams.get('spot') }) : null
}

/** The attachment in a page's query string. */
export type SharedSearch = { spot?: unknown; post?: unknown; list?: unknown }

/** Parses the attachment from `?spot=<id>`, `?post=<post id>.<media index>`, or `?list=<id or link>`. */
export function sharedBySearch({ spot, post, list }: SharedSearch): SharedRef | null {
  if (typeof spot === 'string' && SPOT_ID.test(spot)) return { kind: 'spot', spot_id: spot.toLowerCase() }
  if (typeof list === 'string' && LIST_KEY.test(list)) return { kind: 'list', list_key: list.toLowerCase() }
  return parseItem(typeof post === 'string' ? post : null)
}

/** Converts a reference to a query string, including the question mark. Returns an empty string for null. */
export function toSearch(shared: SharedRef | null): string {
  if (!shared) return ''
  if (shared.kind === 'list') return `?list=${shared.list_key}`
  return shared.kind === 'spot' ? `?spot=${shared.spot_id}` : `?post=${shared.post_id}.${shared.media_index}`
}

/**
 * Whether a message shares exactly this content. Returns false if the content is hidden from the viewer, because the
 * message then doesn't include its id.
 */
export function isShared(ref: SharedRef | null, shared: Message['shared']): boolean {
  if (!ref || !shared) return ref === null && shared === null
  if (ref.kind !== shared.kind) return false
  if (ref.kind === 'list') return [shared.list?.id, shared.list?.key].includes(ref.list_key)
  return ref.kind === 'spot'
    ? shared.spot?.id === ref.spot_id
    : shared.post?.id === ref.post_id && shared.post.media_index === ref.media_index
}
