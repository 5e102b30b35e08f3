/** A post from the other product: its text, and its photos' and videos' URLs in order. */
export type OldContent = { content: string | null; urls: string[]; isBroken: boolean }

/** The marker counts only after a blank line or at the beginning. Within a sentence, it's ordinary text. */
const MARKER = /(?:^|\n[ \t\r]*\n)\[MEDIA_URLS\]/g

function listAfter(text: string): string[] | null {
  try {
    const list: unknown = JSON.parse(text.trim())
    if (!Array.isArray(list)) return null
    return list.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
  } catch {
    return null
  }
}

/**
 * Parses a post whose text may end with the marker `[MEDIA_URLS]` and a JSON list of URLs (DATA-05). Its items come
 * from the columns and the list, without duplicates. Each item's index is its `media_index` (C-08).
 */
export function readOldContent(text: string | null, columns: readonly (string | null)[]): OldContent {
  const marker = [...(text ?? '').matchAll(MARKER)].at(-1)
  const listed = text === null || !marker ? [] : listAfter(text.slice(marker.index + marker[0].length))
  const urls = [...columns.filter((url) => url !== null), ...(listed ?? []).map((url) => url.trim())]
  return {
    content: text === null || !marker ? text : text.slice(0, marker.index).trim() || null,
    urls: [...new Set(urls)],
    isBroken: listed === null,
  }
}
