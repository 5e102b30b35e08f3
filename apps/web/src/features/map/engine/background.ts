import type { StreetMap } from '@nollie/contract'
import { coverage, isCovered } from './coverage.ts'
import type { Colours } from './colours.ts'
import type {
  GlMap,
  LayerSpecification,
  MapEventType,
  SourceSpecification,
  VectorSourceSpecification,
} from './gl.ts'
import { shippedLand, shippedNames, shippedSources, STREETS_FROM } from './shipped-layers.ts'
import { streetLabels } from './street-labels.ts'
import { streetLand } from './street-layers.ts'
import { findOwnStreets, findPublicStreets, ownSource } from './streets.ts'
import type { Basemap, Bounds, MapStart } from './types.ts'

type Options = Pick<MapStart, 'basemap' | 'onBasemap' | 'onStreetsMissing'> & { interactive: boolean }

/** Public streets aren't loaded if the operator's regions cover at least this fraction of the view. */
const ENOUGH = 0.5
/** If MAX_FAILURES of the last WATCHED_TILES public street tiles fail, the shipped map replaces the streets. */
const WATCHED_TILES = 10
const MAX_FAILURES = 4
/** A public street tile counts as failed if it is still missing this long (ms) after the map stops moving. */
const TIMEOUT_MS = 8_000
/** Delays (ms) between retries. The last one repeats. */
const TRY_AGAIN_MS = [5_000, 15_000, 60_000]
/** From this zoom on, a map without streets shows a notice. */
const MISSED_FROM = 11

/**
 * The map layers under the spots. The shipped map is always drawn, with the operator's streets on top. If the
 * configuration allows public streets, they replace the shipped map once their first tile has loaded. If they fail, the
 * shipped map is restored.
 */
export class Background {
  readonly #options: Options
  readonly #redraw: () => void
  readonly #gone = new AbortController()
  #gl: GlMap | null = null
  #bounds: () => Bounds = () => ({ west: 0, south: 0, east: 0, north: 0 })
  /** Undefined until the server responds. */
  #own: StreetMap | null | undefined
  #ownRetry: ReturnType<typeof setTimeout> | undefined
  #ownTries = 0
  #public: VectorSourceSpecification | null = null
  #publicState: 'off' | 'idle' | 'asking' | 'there' | 'failed'
  #publicWanted = false
  #publicSeen = false
  #outcomes: boolean[] = []
  #publicRetry: ReturnType<typeof setTimeout> | undefined
  #publicTries = 0
  #patience: ReturnType<typeof setTimeout> | undefined
  readonly #shippedTries = { world: 0, coast: 0 }
  readonly #shippedRetries: { [name in 'world' | 'coast']?: ReturnType<typeof setTimeout> } = {}
  #worldSeen = false
  #reported: Basemap | null = null
  #missing: boolean | null = null

  constructor(options: Options, redraw: () => void) {
    this.#options = options
    this.#redraw = redraw
    this.#publicState = options.basemap === 'auto' ? 'idle' : 'off'
  }

  /** Starts loading streets and tracks the map's view. */
  attach(gl: GlMap, bounds: () => Bounds): void {
    this.#gl = gl
    this.#bounds = bounds
    gl.on('sourcedata', this.#onTiles)
    gl.on('moveend', this.#onRest)
    void this.#askOwn()
  }

  destroy(): void {
    this.#gone.abort()
    for (const timer of [
      this.#ownRetry,
      this.#publicRetry,
      this.#patience,
      ...Object.values(this.#shippedRetries),
    ])
      clearTimeout(timer)
  }

  sources(): Record<string, SourceSpecification> {
    const own = this.#own && ownSource(this.#own)
    return {
      ...shippedSources(this.#shippedTries),
      ...(own ? { own } : {}),
      ...(this.#public && this.#publicWanted ? { streets: this.#public } : {}),
    }
  }

  layers(colours: Colours): LayerSpecification[] {
    const streets = this.#public !== null && this.#publicWanted
    const alone = streets && this.#publicSeen
    const regions = alone ? [] : (this.#own?.regions ?? [])
    const shipped = this.#worldSeen ? colours : { ...colours, water: colours.land }
    return [
      ...shippedLand(shipped, alone),
      ...(regions.length > 0 ? streetLand(colours, 'own') : []),
      ...(streets ? streetLand(colours, 'streets') : []),
      ...shippedNames(shipped, alone, regions),
      ...(regions.length > 0 ? streetLabels(colours, 'own') : []),
      ...(streets ? streetLabels(colours, 'streets') : []),
    ]
  }

  /** Handles an error from a source. Returns false if the source isn't part of the background. */
  failed(sourceId: string | undefined): boolean {
    if (sourceId === 'world' || sourceId === 'coast') this.#shippedAgain(sourceId)
    else if (sourceId === 'streets') this.#count(false)
    // The shipped map is underneath the operator's streets, so a failed tile leaves no gap.
    else if (sourceId !== 'own') return false
    return true
  }

  async #askOwn(): Promise<void> {
    const found = await findOwnStreets(this.#gone.signal)
    if (this.#gone.signal.aborted) return
    const wait = TRY_AGAIN_MS[this.#ownTries]
    this.#own = found
    if (!found && wait !== undefined) {
      this.#ownTries += 1
      this.#ownRetry = setTimeout(() => void this.#askOwn(), wait)
    }
    if (found && found.regions.length > 0) this.#redraw()
    this.#choose()
  }

  async #askPublic(): Promise<void> {
    this.#publicState = 'asking'
    const found = await findPublicStreets(this.#gone.signal)
    if (this.#gone.signal.aborted) return
    if (!found) return this.#publicLater()
    this.#public = found
    this.#publicState = 'there'
    this.#outcomes = []
    this.#redraw()
    this.#choose()
  }

  /** Decides whether this view needs public streets, and reports which map data is visible. */
  #choose(): void {
    if (this.#own === undefined) return
    const regions = this.#own?.regions ?? []
    const wanted = this.#publicState !== 'off' && coverage(this.#bounds(), regions) < ENOUGH
    if (wanted && this.#publicState === 'idle') void this.#askPublic()
    if (wanted !== this.#publicWanted) {
      this.#publicWanted = wanted
      this.#publicSeen = false
      if (this.#public) this.#redraw()
    }
    this.#report()
  }

  #report(): void {
    const gl = this.#gl
    if (!gl || this.#own === undefined) return
    const regions = this.#own?.regions ?? []
    const { lng, lat } = gl.getCenter().wrap()
    const zoom = gl.getZoom()
    const isPublic = this.#publicWanted && this.#publicSeen
    const pending =
      this.#publicWanted && !isPublic && (this.#publicState === 'asking' || this.#publicState === 'there')
    const isOwn = zoom >= STREETS_FROM && coverage(this.#bounds(), regions) > 0
    const basemap = isPublic ? 'streets' : isOwn ? 'own' : 'shipped'
    // Don't report the shipped map while public streets are loading, because they are about to replace it.
    if (basemap === 'shipped' && pending && zoom >= STREETS_FROM) return
    if (basemap !== this.#reported) this.#options.onBasemap?.(basemap)
    this.#reported = basemap
    const missing =
      !isPublic &&
      !pending &&
      !isCovered(lng, lat, regions) &&
      (zoom >= MISSED_FROM || !this.#options.interactive)
    if (missing !== this.#missing) this.#options.onStreetsMissing?.(missing)
    this.#missing = missing
  }

  // Redraw when a source's first tiles arrive. The sea can only be drawn together with the land, and the shipped land
  // must be hidden once public streets can replace it.
  readonly #onTiles = (event: MapEventType['sourcedata']): void => {
    if (!event.tile) return
    if (event.sourceId === 'world' && !this.#worldSeen) {
      this.#worldSeen = true
      this.#redraw()
    }
    if (event.sourceId !== 'streets' || !this.#public) return
    this.#count(true)
    if (this.#publicSeen) return
    this.#publicSeen = true
    this.#report()
    this.#redraw()
  }

  readonly #onRest = (): void => {
    this.#choose()
    clearTimeout(this.#patience)
    if (this.#publicSeen) this.#patience = setTimeout(this.#lookForGaps, TIMEOUT_MS)
  }

  // MapLibre reports no error if a server never responds; the tiles stay blank.
  readonly #lookForGaps = (): void => {
    if (this.#publicSeen && this.#gl?.getSource('streets') && !this.#gl.isSourceLoaded('streets'))
      this.#dropPublic()
  }

  #count(came: boolean): void {
    if (!this.#public) return
    this.#outcomes = [...this.#outcomes, came].slice(-WATCHED_TILES)
    if (this.#outcomes.filter((good) => !good).length >= MAX_FAILURES) this.#dropPublic()
  }

  #dropPublic(): void {
    this.#public = null
    this.#publicSeen = false
    this.#redraw()
    this.#publicLater()
  }

  #publicLater(): void {
    this.#publicState = 'failed'
    this.#report()
    clearTimeout(this.#publicRetry)
    const wait = TRY_AGAIN_MS[Math.min(this.#publicTries, TRY_AGAIN_MS.length - 1)]
    this.#publicTries += 1
    this.#publicRetry = setTimeout(() => {
      this.#publicState = 'idle'
      this.#choose()
    }, wait)
  }

  // The PMTiles reader caches failures forever, so a retry needs a new source name.
  #shippedAgain(name: 'world' | 'coast'): void {
    this.#shippedRetries[name] ??= setTimeout(() => {
      delete this.#shippedRetries[name]
      this.#shippedTries[name] += 1
      this.#redraw()
    }, TRY_AGAIN_MS[0])
  }
}
