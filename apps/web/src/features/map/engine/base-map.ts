import { readColours } from './colours.ts'
import {
  GlMap,
  type LayerSpecification,
  type MapEventType,
  type SourceSpecification,
  type StyleSpecification,
  type TransformStyleFunction,
  type VectorSourceSpecification,
} from './gl.ts'
import { shippedLayers, shippedSource } from './shipped-layers.ts'
import { streetLayers } from './street-layers.ts'
import { findStreets } from './streets.ts'
import { MeDot } from './me-dot.ts'
import type { Bounds, MapStart, Me, View } from './types.ts'

/** What somebody draws above the basemap. Called again whenever the theme changes. */
export type Overlay = () => { sources: Record<string, SourceSpecification>; layers: LayerSpecification[] }

type Options = MapStart & { interactive: boolean; overlay?: Overlay }

/** So many tiles of streets in a row may fail before the shipped map takes over again. */
const FAULTS_BORNE = 4
/** Waits before asking for streets again; the last one goes on. */
const TRY_AGAIN_MS = [5_000, 15_000, 60_000]
const MAX_ZOOM = 19

/**
 * A map with its ground: the shipped one at once, streets above it when they can be had and may be asked for, and back
 * to the shipped one when they stop coming. Throws when the browser has no WebGL.
 */
export class BaseMap {
  readonly gl: GlMap
  readonly #options: Options
  readonly #gone = new AbortController()
  #me: MeDot | null = null
  #streets: VectorSourceSpecification | null = null
  #streetsSeen = false
  #faults = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  #worldRetry: ReturnType<typeof setTimeout> | undefined
  #worldTry = 0
  #worldSeen = false

  constructor(container: HTMLElement, options: Options) {
    this.#options = options
    const { view, interactive, label } = options
    this.gl = new GlMap({
      container,
      ...(this.#custom ? this.#customStyle() : { style: this.#ownStyle() }),
      center: [view.longitude, view.latitude],
      zoom: view.zoom,
      maxZoom: MAX_ZOOM,
      minZoom: 0.5,
      interactive,
      attributionControl: options.basemap.includes('/') ? { compact: true } : false,
      dragRotate: false,
      touchPitch: false,
      pitchWithRotate: false,
      maxPitch: 0,
      fadeDuration: 120,
      locale: { 'Map.Title': label },
    })
    this.gl.touchZoomRotate.disableRotation()
    this.gl.on('error', this.#onFault)
    this.gl.on('sourcedata', this.#onTiles)
    if (options.basemap === 'auto') void this.#askForStreets()
    else options.onBasemap?.(this.#custom ? 'custom' : 'shipped')
  }

  get #custom() {
    return this.#options.basemap.includes('/')
  }

  /** Draws everything again in the colours of the theme on screen. */
  draw(): void {
    if (!this.#custom) return void this.gl.setStyle(this.#ownStyle(), { diff: true })
    const { style, transformStyle } = this.#customStyle()
    this.gl.setStyle(style, { diff: false, transformStyle })
  }

  #overlay = () => this.#options.overlay?.() ?? { sources: {}, layers: [] }

  #ownStyle(): StyleSpecification {
    const [streets, colours, overlay] = [this.#streets, readColours(), this.#overlay()]
    return {
      version: 8,
      sources: { world: shippedSource(this.#worldTry), ...(streets ? { streets } : {}), ...overlay.sources },
      layers: [
        ...shippedLayers(this.#worldSeen ? colours : { ...colours, water: colours.land }, this.#streetsSeen),
        ...(streets ? streetLayers(colours) : []),
        ...overlay.layers,
      ],
    }
  }

  #customStyle(): { style: string; transformStyle: TransformStyleFunction } {
    const overlay = this.#overlay()
    return {
      style: this.#options.basemap,
      transformStyle: (_, theirs) => ({
        ...theirs,
        sources: { ...theirs.sources, ...overlay.sources },
        layers: [...theirs.layers, ...overlay.layers],
      }),
    }
  }

  async #askForStreets(): Promise<void> {
    this.#options.onBasemap?.('shipped')
    const found = await findStreets(this.#gone.signal)
    if (this.#gone.signal.aborted) return
    if (!found) return this.#tryLater()
    this.#streets = found
    this.#faults = 0
    this.draw()
  }

  // The sea comes with the land, and the shipped ground stays under the streets until the first of them have come.
  readonly #onTiles = (event: MapEventType['sourcedata']): void => {
    if (!event.tile) return
    if (event.sourceId === 'world' && !this.#worldSeen) {
      this.#worldSeen = true
      this.draw()
    }
    if (event.sourceId !== 'streets') return
    this.#faults = 0
    if (this.#streetsSeen || !this.#streets) return
    this.#streetsSeen = true
    this.#options.onBasemap?.('streets')
    this.draw()
  }

  readonly #onFault = (event: { error: { message: string } }): void => {
    const { sourceId } = event as { sourceId?: string }
    if (sourceId === 'world') return this.#worldAgain()
    if (sourceId !== 'streets') return console.warn('map:', event.error.message)
    this.#faults += 1
    if (this.#faults < FAULTS_BORNE || !this.#streets) return
    this.#streets = null
    this.#streetsSeen = false
    this.#options.onBasemap?.('shipped')
    this.draw()
    this.#tryLater()
  }

  // The reader of the shipped map remembers a failure for good; under another name it asks anew.
  #worldAgain(): void {
    if (this.#custom) return
    this.#worldRetry ??= setTimeout(() => {
      this.#worldRetry = undefined
      this.#worldTry += 1
      this.draw()
    }, TRY_AGAIN_MS[0])
  }

  #tryLater(): void {
    clearTimeout(this.#retry)
    const wait = TRY_AGAIN_MS[Math.min(this.#tries, TRY_AGAIN_MS.length - 1)]
    this.#tries += 1
    this.#retry = setTimeout(() => void this.#askForStreets(), wait)
  }

  /** What is on screen, normalised so that `west` lies within -180..180. */
  bounds(): Bounds {
    const box = this.gl.getBounds()
    const turns = Math.floor((box.getWest() + 180) / 360) * 360
    return {
      west: box.getWest() - turns,
      east: box.getEast() - turns,
      south: box.getSouth(),
      north: box.getNorth(),
    }
  }

  view(): View {
    const { lat, lng } = this.gl.getCenter().wrap()
    return { latitude: lat, longitude: lng, zoom: this.gl.getZoom() }
  }

  jumpTo({ latitude, longitude, zoom }: View): void {
    this.gl.jumpTo({ center: [longitude, latitude], zoom })
  }

  /** Shows where the person is, or no longer. */
  showMe(me: Me | null): void {
    if (!me && !this.#me) return
    this.#me ??= new MeDot(this.gl)
    this.#me.show(me)
  }

  flyTo({ latitude, longitude, zoom }: View): void {
    this.gl.flyTo({ center: [longitude, latitude], zoom, maxDuration: 1800 })
  }

  fitBounds(
    { west, south, east, north }: Bounds,
    {
      padding = 56,
      maxZoom = 15,
      byHand = false,
    }: { padding?: number; maxZoom?: number; byHand?: boolean } = {},
  ): void {
    const options = { padding, maxZoom, maxDuration: 1800 }
    this.gl.fitBounds([west, south, east, north], options, byHand ? { byHand } : undefined)
  }

  destroy(): void {
    this.#gone.abort()
    clearTimeout(this.#retry)
    clearTimeout(this.#worldRetry)
    this.gl.remove()
  }
}
