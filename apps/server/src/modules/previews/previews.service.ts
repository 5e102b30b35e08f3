import { createHash } from 'node:crypto'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { StoredFile } from '../media/index.ts'
import { findUnfurl } from '../spots/index.ts'
import { Archive } from '../streets/index.ts'
import { type NamedKind, selectNamed } from './named.queries.ts'
import { SENTENCES, textOf } from './named-text.ts'

/** Limits of cached pictures, of some 80 kB each, and of drawings that wait for their turn. */
const [MAX_CACHED, MAX_WAITING] = [200, 30]

// Loaded when something is drawn: a server that cannot load the codecs starts and refuses with its own error.
const drawing = () => import('./draw-preview.ts')

/** See `PREVIEW_KINDS` of the contract. */
export type PageKind = keyof typeof SENTENCES

/** A picture, and the name of its content. */
export type Preview = { bytes: Buffer; etag: string }

export type PreviewDeps = {
  db: Db
  filesOf: (key: string) => AsyncIterable<StoredFile>
  /** Folder of the built client, which has the shipped ground; null: previews have no map. */
  webRoot: string | null
}

/** Draws previews one at a time and caches the last ones; visibility is checked on each request. */
export class Previews {
  readonly #deps: PreviewDeps
  readonly #cached = new Map<string, Promise<Buffer>>()
  #archive: Promise<Archive | null> | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  /**
   * The preview of a spot as visitors may see it.
   * @throws Refusal SPOT_NOT_FOUND, UNAVAILABLE when too many wait
   */
  async ofSpot(id: string): Promise<Preview> {
    const spot = await findUnfurl(this.#deps.db, id)
    if (!spot) throw new Refusal('SPOT_NOT_FOUND')
    const { name, city, state, country, latitude, longitude, photo } = spot
    const place = [city, state ?? country].filter(Boolean).join(', ')
    const content = JSON.stringify([name, place, latitude, longitude, photo?.base])
    return this.#drawn(content, async () =>
      (await drawing()).drawSpot(await this.#ground(), {
        name,
        place,
        latitude,
        longitude,
        photo: await this.#photoOf(photo?.base.split('/').pop()),
      }),
    )
  }

  /**
   * The preview of a post, a person or a discussion whose author lets links show it.
   * @throws Refusal NOT_FOUND, also where they do not; UNAVAILABLE when too many wait
   */
  async ofNamed(kind: NamedKind, id: string): Promise<Preview> {
    const row = await selectNamed(this.#deps.db, kind, id)
    if (!row) throw new Refusal('NOT_FOUND')
    const { title, text } = textOf(kind, row)
    const round = kind === 'people'
    return this.#drawn(JSON.stringify([title, text, round, row.photo_key]), async () =>
      (await drawing()).drawCard({ title, text, round, photo: await this.#photoOf(row.photo_key) }),
    )
  }

  /**
   * The still map around a spot that visitors may see.
   * @throws Refusal SPOT_NOT_FOUND, UNAVAILABLE when too many wait
   */
  async mapOf(id: string, theme: 'light' | 'dark'): Promise<Preview> {
    const spot = await findUnfurl(this.#deps.db, id)
    if (!spot) throw new Refusal('SPOT_NOT_FOUND')
    const { latitude, longitude } = spot
    return this.#drawn(JSON.stringify(['map', theme, latitude, longitude]), async () =>
      (await drawing()).drawStill(await this.#ground(), { latitude, longitude }, theme),
    )
  }

  /** The preview of a page that has no picture of its own. */
  ofPage(kind: PageKind): Promise<Preview> {
    return this.#drawn(kind, async () => (await drawing()).drawPage(SENTENCES[kind]))
  }

  async #drawn(content: string, draw: () => Promise<Buffer>): Promise<Preview> {
    const key = createHash('sha256').update(content).digest('base64url').slice(0, 22)
    const known = this.#cached.get(key)
    const bytes = known ?? this.#inTurn(draw)
    // Least recently used first out.
    this.#cached.delete(key)
    this.#cached.set(key, bytes)
    if (!known) bytes.catch(() => this.#cached.delete(key))
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_CACHED) break
      this.#cached.delete(oldest)
    }
    return { bytes: await bytes, etag: `"${key}"` }
  }

  // One at a time: pictures of strangers' links must not take the machine from those who use it.
  async #inTurn(draw: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#waiting >= MAX_WAITING) throw new Refusal('UNAVAILABLE', { retryAfter: 5 })
    this.#waiting += 1
    const mine = this.#turn.then(draw)
    this.#turn = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      this.#waiting -= 1
    }
  }

  async #photoOf(key: string | null | undefined): Promise<Buffer | null> {
    if (!key) return null
    for await (const { file, read } of this.#deps.filesOf(key))
      if (file === '1080.webp') return buffer(read())
    return null
  }

  /** Lets go of the ground. */
  async close(): Promise<void> {
    await (await this.#archive)?.close()
  }

  #ground(): Promise<Archive | null> {
    const { webRoot } = this.#deps
    this.#archive ??= webRoot
      ? Archive.open(path.join(webRoot, 'basemap', 'world.pmtiles')).catch(() => null)
      : Promise.resolve(null)
    return this.#archive
  }
}
