import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { GROUND_ZOOM_MAX } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { StoredFile } from '../media/index.ts'
import { Drawings, type Preview } from './drawing-queue.ts'
import { selectUnfurl } from '../spots/index.ts'
import { Archive } from '../streets/index.ts'
import { type NamedKind, selectNamed } from './page-heads.queries.ts'
import { SENTENCES, buildText } from './page-head-text.ts'

/** Cached previews are about 80 kB each. */
const PICTURES = { maxCached: 200, maxWaiting: 30 }
/** Cached tiles are about 8 kB each. A screen loads up to a dozen of them. */
const TILES = { maxCached: 1_000, maxWaiting: 120 }

// Loaded when the first image is drawn, so that a server that can't load the image codecs still starts.
function drawing() {
  return import('./draw-preview.ts')
}

/** The kinds of pages with a generic preview. See `PREVIEW_KINDS` in the contract. */
export type PageKind = keyof typeof SENTENCES

export type PreviewDeps = {
  db: Db
  listFiles: (key: string) => AsyncIterable<StoredFile>
  /** The built client's folder, which contains the bundled basemap. If null, previews have no map. */
  webRoot: string | null
}

/** Draws preview images. Checks visibility on every request. */
export class Previews {
  readonly #deps: PreviewDeps
  readonly #pictures = new Drawings(PICTURES)
  readonly #tiles = new Drawings(TILES)
  #archive: Promise<Archive | null> | null = null

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  /**
   * Returns a spot's preview, limited to what visitors can see.
   * @throws Refusal SPOT_NOT_FOUND, UNAVAILABLE if the queue is full
   */
  async ofSpot(id: string): Promise<Preview> {
    const spot = await selectUnfurl(this.#deps.db, id)
    if (!spot) throw new Refusal('SPOT_NOT_FOUND')
    const { name, city, state, country, latitude, longitude, photo } = spot
    const place = [city, state ?? country].filter(Boolean).join(', ')
    const content = JSON.stringify([name, place, latitude, longitude, photo?.base])
    return this.#pictures.drawn(content, async () =>
      (await drawing()).drawSpot(await this.#ground(), {
        name,
        place,
        latitude,
        longitude,
        photo: await this.#readPhoto(photo?.base.split('/').pop()),
      }),
    )
  }

  /**
   * Returns the preview for a post, a person, or a discussion whose author allows it.
   * @throws Refusal NOT_FOUND, including if the author doesn't allow it; UNAVAILABLE if the queue is full
   */
  async ofNamed(kind: NamedKind, id: string): Promise<Preview> {
    const row = await selectNamed(this.#deps.db, kind, id)
    if (!row) throw new Refusal('NOT_FOUND')
    const { title, text } = buildText(kind, row)
    const round = kind === 'people'
    return this.#pictures.drawn(JSON.stringify([title, text, round, row.photo_key]), async () =>
      (await drawing()).drawCard({ title, text, round, photo: await this.#readPhoto(row.photo_key) }),
    )
  }

  /**
   * Returns a static map around a spot that visitors can see.
   * @throws Refusal SPOT_NOT_FOUND, UNAVAILABLE if the queue is full
   */
  async getMapPreview(id: string, theme: 'light' | 'dark'): Promise<Preview> {
    const spot = await selectUnfurl(this.#deps.db, id)
    if (!spot) throw new Refusal('SPOT_NOT_FOUND')
    const { latitude, longitude } = spot
    return this.#pictures.drawn(JSON.stringify(['map', theme, latitude, longitude]), async () =>
      (await drawing()).drawStill(await this.#ground(), { latitude, longitude }, theme),
    )
  }

  /**
   * Returns a background map tile.
   * @throws Refusal NOT_FOUND outside the world or the available zooms, UNAVAILABLE if too many are queued
   */
  async getTilePreview(tile: { z: number; x: number; y: number }, theme: 'light' | 'dark'): Promise<Preview> {
    const { z, x, y } = tile
    if (z > GROUND_ZOOM_MAX || x >= 2 ** z || y >= 2 ** z) throw new Refusal('NOT_FOUND')
    return this.#tiles.drawn([theme, z, x, y].join('/'), async () =>
      (await drawing()).drawTile(await this.#ground(), tile, theme),
    )
  }

  /** Returns the preview for a page without its own image. */
  ofPage(kind: PageKind): Promise<Preview> {
    return this.#pictures.drawn(kind, async () => (await drawing()).drawPage(SENTENCES[kind]))
  }

  async #readPhoto(key: string | null | undefined): Promise<Buffer | null> {
    if (!key) return null
    for await (const { file, read } of this.#deps.listFiles(key))
      if (file === '1080.webp') return buffer(await read())
    return null
  }

  /** Closes the basemap. */
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
