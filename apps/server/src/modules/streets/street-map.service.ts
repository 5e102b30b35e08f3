import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { StreetMap, Tile } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Archive, isGzipped, unpacked } from './pmtiles-archive.ts'
import { mergeTiles } from './mvt.ts'
import { type Region, selectRegions } from './regions.queries.ts'

/** How many milliseconds to cache the list of regions. A running server finds newly loaded ones within this time. */
const FRESH_MS = 2_000

/** Returns the path of a region's tile archive. */
export function archivePath(dataDir: string, { name, version }: { name: string; version: string }): string {
  return join(dataDir, 'map', `${name}-${version}.pmtiles`)
}

type Loaded = { about: StreetMap; regions: Region[] }

function describeMap(regions: readonly Region[]): StreetMap {
  return {
    version: createHash('sha256')
      .update(regions.map(({ name, version }) => `${name} ${version}`).join('\n'))
      .digest('hex')
      .slice(0, 16),
    min_zoom: Math.min(...regions.map(({ min_zoom }) => min_zoom), 14),
    max_zoom: regions.length > 0 ? Math.min(...regions.map(({ max_zoom }) => max_zoom)) : 14,
    attribution: [...new Set(regions.map(({ attribution }) => attribution))].join(', '),
    regions: regions.map(({ name, west, south, east, north }) => ({ name, west, south, east, north })),
  }
}

function toLongitude(x: number, z: number) {
  return (x / 2 ** z) * 360 - 180
}

function toLatitude(y: number, z: number) {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
}

function touches({ west, south, east, north }: Region, z: number, x: number, y: number): boolean {
  return (
    toLongitude(x, z) <= east &&
    toLongitude(x + 1, z) >= west &&
    toLatitude(y, z) >= south &&
    toLatitude(y + 1, z) <= north
  )
}

/** This installation's street maps and their tiles. */
export class StreetMaps {
  readonly #db: Db
  readonly #dataDir: string
  readonly #archives = new Map<string, Promise<Archive>>()
  #loaded: { at: number; list: Promise<Loaded> } | null = null

  constructor({ db, dataDir }: { db: Db; dataDir: string }) {
    this.#db = db
    this.#dataDir = dataDir
  }

  about = async (): Promise<StreetMap> => (await this.#list()).about

  /**
   * Returns a gzipped tile (null if no region has one), and whether it has the requested version. If not, it's the
   * current version, so that a map that is already open has no holes.
   */
  async tile(
    version: string,
    at: { z: number; x: number; y: number },
  ): Promise<{ tile: Uint8Array | null; current: boolean }> {
    const { about, regions } = await this.#list()
    const { tile, whole } = await this.#findTile(regions, at)
    return { tile, current: whole && about.version === version }
  }

  /** Returns how many of these tiles have content, and their approximate size in bytes. */
  async measureTiles(
    tilesIn: (zooms: { min_zoom: number; max_zoom: number }) => readonly Tile[],
  ): Promise<{ tiles: number; bytes: number }> {
    const { about, regions } = await this.#list()
    const sum = { tiles: 0, bytes: 0 }
    if (regions.length === 0) return sum
    for (const { z, x, y } of tilesIn(about)) {
      const sizes: number[] = []
      for (const region of regions) {
        if (!touches(region, z, x, y)) continue
        const size = await (await this.#openArchive(region))?.findSize(z, x, y)
        if (size) sizes.push(size)
      }
      if (sizes.length > 0) sum.tiles += 1
      sum.bytes += sizes.reduce((bytes, size) => bytes + size, 0)
    }
    return sum
  }

  async close(): Promise<void> {
    const open = [...this.#archives.values()]
    this.#archives.clear()
    for (const archive of open) await archive.then((it) => it.close()).catch(() => {})
  }

  async #findTile(
    regions: readonly Region[],
    { z, x, y }: { z: number; x: number; y: number },
  ): Promise<{ tile: Uint8Array | null; whole: boolean }> {
    const tiles: Uint8Array[] = []
    let whole = true
    for (const region of regions) {
      if (!touches(region, z, x, y)) continue
      const archive = await this.#openArchive(region)
      if (!archive) whole = false
      const tile = await archive?.tile(z, x, y)
      if (tile) tiles.push(tile)
    }
    const [only, ...more] = tiles
    if (!only) return { tile: null, whole }
    if (more.length > 0) return { tile: gzipSync(mergeTiles(tiles.map(unpacked))), whole }
    return { tile: isGzipped(only) ? only : gzipSync(only), whole }
  }

  #list(): Promise<Loaded> {
    const now = performance.now()
    if (!this.#loaded || now - this.#loaded.at > FRESH_MS) {
      const list = selectRegions(this.#db).then((regions) => {
        this.#forget(regions)
        return { about: describeMap(regions), regions }
      })
      this.#loaded = { at: now, list }
      // Don't cache a failure, so that the next call retries.
      list.catch(() => {
        if (this.#loaded?.list === list) this.#loaded = null
      })
    }
    return this.#loaded.list
  }

  /** Returns null if the file is missing, because the region was just replaced or the file was lost. */
  async #openArchive(region: Region): Promise<Archive | null> {
    const path = archivePath(this.#dataDir, region)
    const known = this.#archives.get(path)
    if (known) return known
    const opened = Archive.open(path)
    this.#archives.set(path, opened)
    try {
      return await opened
    } catch (error) {
      this.#archives.delete(path)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      this.#loaded = null
      return null
    }
  }

  #forget(regions: readonly Region[]): void {
    const wanted = new Set(regions.map((region) => archivePath(this.#dataDir, region)))
    for (const [path, archive] of this.#archives) {
      if (wanted.has(path)) continue
      this.#archives.delete(path)
      // Give reads in progress time to finish before closing the file.
      setTimeout(() => void archive.then((it) => it.close()).catch(() => {}), 10_000).unref()
    }
  }
}
