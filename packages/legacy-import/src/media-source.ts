import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '@nollie/contract/limits'
import { FetchRefused, type FetchOptions, guardedFetch } from '@nollie/server/platform/fetch'

/** The bytes of a photo or video, or the reason it is missing. */
export type FoundFile = { bytes: Buffer } | { reason: string }

/** Folders in an export that may contain files. */
const FOLDERS = ['', 'media', 'files', 'storage', 'uploads']
const MAX_DEPTH = 12

const FETCH: Partial<FetchOptions> = {
  maxBytes: LIMITS.video_bytes,
  timeoutMs: 60_000,
  types:
    /^(image\/(jpeg|png|webp|gif|avif|heic|heif)|video\/(mp4|quicktime|webm|x-m4v)|application\/octet-stream)$/i,
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// Returns possible paths for a URL's file: the full path, or the path without its first folders, as in many exports.
function tails(pathname: string): string[] {
  const names = decoded(pathname)
    .split(/[/\\]+/)
    .filter(Boolean)
  if (names.length > MAX_DEPTH || names.some((name) => name === '.' || name === '..' || name.includes('\0')))
    return []
  return names.map((_, from) => names.slice(from).join('/'))
}

/** An export's files, read from its folder or fetched from their URLs. */
export class MediaSource {
  readonly #folder: string
  readonly #fetch: Partial<FetchOptions> | null

  /** @param fetch options for fetching URLs; null to never fetch */
  constructor(folder: string, fetch: Partial<FetchOptions> | null) {
    this.#folder = folder
    this.#fetch = fetch
  }

  // Resolves symbolic links. Refuses links to files outside the folder.
  async #fileAt(name: string): Promise<string | null> {
    try {
      const root = await realpath(this.#folder)
      const file = await realpath(path.join(root, name))
      return file.startsWith(root + path.sep) && (await stat(file)).isFile() ? file : null
    } catch {
      return null
    }
  }

  async #inFolder(pathname: string): Promise<FoundFile | null> {
    for (const tail of tails(pathname)) {
      for (const folder of FOLDERS) {
        const file = await this.#fileAt(path.join(folder, tail))
        if (file === null) continue
        if ((await stat(file)).size >= LIMITS.video_bytes)
          return { reason: 'is larger than the limit for uploads' }
        return { bytes: await readFile(file) }
      }
    }
    return null
  }

  async #fromAddress(address: string): Promise<FoundFile> {
    if (this.#fetch === null) return { reason: 'is not in the folder. Add --fetch to download it' }
    try {
      // The other product may have stored http URLs. Fetch all of them with https.
      const secure = address.replace(/^http:/i, 'https:')
      return { bytes: await guardedFetch(secure, { ...FETCH, ...this.#fetch }) }
    } catch (error) {
      if (error instanceof FetchRefused) return { reason: `couldn't be downloaded: ${error.message}` }
      throw error
    }
  }

  /** Finds a file by its URL, or by its path in the folder. */
  async find(address: string): Promise<FoundFile> {
    const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(address)
    if (!isAddress)
      return (await this.#inFolder(address.split(/[?#]/, 1)[0] ?? '')) ?? { reason: 'is not in the folder' }
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return { reason: 'is not a web address' }
    return (await this.#inFolder(new URL(address).pathname)) ?? this.#fromAddress(address)
  }
}
