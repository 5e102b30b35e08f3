import type { Box } from '@nollie/contract'
import type { SpotType } from '@nollie/contract/spots/spot-types'

/** What an embedded map shows: a part of the map, or a list that everyone can see. */
export type Embedded = { box: Box } | { list: string }

/** Sizes of an embedded map, in pixels; a width of null is the full width of the page around it. */
export const EMBED_SIZES = {
  small: { width: 320, height: 400 },
  medium: { width: 600, height: 450 },
  wide: { width: null, height: 480 },
} as const

/** A size of an embedded map. */
export type EmbedSize = keyof typeof EMBED_SIZES

/**
 * What the frame may do: run its scripts on its own origin, and open links in normal tabs. It can't navigate the page
 * around it, show dialogs, or download files.
 */
export const EMBED_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

function writeBox({ west, south, east, north }: Box): string {
  const [least, max] = east - west >= 360 ? [-180, 180] : [west, east > 180 ? east - 360 : east]
  return [least, Math.max(-90, south), max, Math.min(90, north)]
    .map((side) => Number(side.toFixed(4)))
    .join(',')
}

/** Returns the path of an embedded map, limited to spots of `type` if there is one. */
export function buildEmbedPath(what: Embedded, type: SpotType | null): string {
  const query = new URLSearchParams('list' in what ? { list: what.list } : { bbox: writeBox(what.box) })
  if (type) query.set('types', type)
  return `/embed?${query.toString().replaceAll('%2C', ',')}`
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// The title is a list's name, which its owner chose.
function toAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')
}

/** Returns the HTML code for another site. */
export function buildEmbedCode(address: string, size: EmbedSize, title: string): string {
  const { width, height } = EMBED_SIZES[size]
  const attributes = {
    src: address,
    title,
    width: String(width ?? '100%'),
    height: String(height),
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    sandbox: EMBED_SANDBOX,
    style: 'border:0;max-width:100%',
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${toAttribute(value)}"`)
  return `<iframe${written.join('')}></iframe>`
}
