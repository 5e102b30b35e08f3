import { readColours } from './colours.ts'
import { inLanguage } from './place-labels.ts'
import {
  GlMap,
  type LayerSpecification,
  type SourceSpecification,
  type StyleSpecification,
  type TransformStyleFunction,
} from './gl.ts'
import { Background } from './background.ts'
import { MeDot } from './me-dot.ts'
import type { Bounds, MapStart, Me, View } from './types.ts'

/** Returns the sources and layers to draw on top of the basemap. Called again when the theme changes. */
export type Overlay = () => { sources: Record<string, SourceSpecification>; layers: LayerSpecification[] }

type Options = MapStart & {
  interactive: boolean
  overlay?: Overlay
  /** More texts of the engine, by its names for them. */
  locale?: Record<string, string>
}

const MAX_ZOOM = 19
/** The map counts as drawn this long (ms) after its first tiles, even if other tiles are still loading. */
const PATIENCE_MS = 1_000

/** A map with its {@link Background}. The constructor throws if the browser has no WebGL. */
export class BaseMap {
  readonly gl: GlMap
  readonly #options: Options
  readonly #background: Background
  #me: MeDot | null = null

  constructor(container: HTMLElement, options: Options) {
    this.#options = options
    this.#background = new Background(options, () => this.draw())
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
      locale: { 'Map.Title': label, ...options.locale },
    })
    this.gl.touchZoomRotate.disableRotation()
    this.gl.on('error', this.#onError)
    this.#watchFirstDrawing()
    if (this.#custom) options.onBasemap?.('custom')
    else this.#background.attach(this.gl, () => this.bounds())
  }

  get #custom() {
    return this.#options.basemap.includes('/')
  }

  /** Redraws everything in the current theme's colors. */
  draw(): void {
    if (!this.#custom) return void this.gl.setStyle(this.#ownStyle(), { diff: true })
    const { style, transformStyle } = this.#customStyle()
    this.gl.setStyle(style, { diff: false, transformStyle })
  }

  #overlay = () => this.#options.overlay?.() ?? { sources: {}, layers: [] }

  #ownStyle(): StyleSpecification {
    const overlay = this.#overlay()
    return {
      version: 8,
      sources: { ...this.#background.sources(), ...overlay.sources },
      layers: [...this.#background.layers(readColours()), ...overlay.layers],
    }
  }

  #customStyle(): { style: string; transformStyle: TransformStyleFunction } {
    const overlay = this.#overlay()
    return {
      style: this.#options.basemap,
      transformStyle: (_, theirs) => ({
        ...theirs,
        sources: { ...theirs.sources, ...overlay.sources },
        layers: [...theirs.layers.map((layer) => inLanguage(layer)), ...overlay.layers],
      }),
    }
  }

  #watchFirstDrawing(): void {
    const drawn = () => this.#options.onDrawn?.()
    this.gl.once('idle', drawn)
    this.gl.once('movestart', drawn)
    // Waiting for every tile from a third-party server could take too long.
    this.gl.once('load', () => setTimeout(drawn, PATIENCE_MS))
  }

  readonly #onError = (event: { error: { message: string } }): void => {
    const { sourceId } = event as { sourceId?: string }
    if (this.#custom || !this.#background.failed(sourceId)) console.warn('map:', event.error.message)
  }

  /** Returns the visible bounding box, with `west` normalized to -180..180. */
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

  /** Shows the person's position. Null hides it. */
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
    this.#background.destroy()
    this.gl.remove()
  }
}
