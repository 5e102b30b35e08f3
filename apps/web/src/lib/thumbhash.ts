import { thumbHashToDataURL } from 'thumbhash'

const made = new Map<string, string | null>()

/** A blurred picture (data address) of a thumbhash in base64; null when it cannot be read. */
export function thumbhashUrl(thumbhash: string): string | null {
  const known = made.get(thumbhash)
  if (known !== undefined) return known
  let url: string | null = null
  try {
    url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)))
  } catch {
    // Without a readable placeholder the photo is shown alone.
  }
  made.set(thumbhash, url)
  return url
}
