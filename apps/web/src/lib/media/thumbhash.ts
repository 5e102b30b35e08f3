import { thumbHashToDataURL } from 'thumbhash'

const made = new Map<string, string | null>()

/** Returns a blurred image (data URL) from a base64 thumbhash; null if it's invalid. */
export function toThumbhashUrl(thumbhash: string): string | null {
  const known = made.get(thumbhash)
  if (known !== undefined) return known
  let url: string | null = null
  try {
    url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)))
  } catch {
    // If the placeholder is invalid, only the photo is shown.
  }
  made.set(thumbhash, url)
  return url
}
