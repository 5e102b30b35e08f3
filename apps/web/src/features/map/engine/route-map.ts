import { BaseMap, type Overlay } from './base-map.ts'
import { readColours } from './colours.ts'
import { type GeoJSONSource, type GeoJSONSourceSpecification, Marker } from './gl.ts'
import styles from './route-map.module.css'
import type { MapStart } from './types.ts'

/** A stop on a route. */
export type Stop = { id: string; latitude: number; longitude: number; gone: boolean }

const ALONE_ZOOM = 15

/** A map of numbered stops connected by lines. The list next to it has the same content as text. */
export class RouteMap {
  readonly #base: BaseMap
  readonly #onPress: (id: string) => void
  #stops: readonly Stop[] = []
  #markers: Marker[] = []

  constructor(container: HTMLElement, start: MapStart, onPress: (id: string) => void) {
    this.#onPress = onPress
    this.#base = new BaseMap(container, { ...start, interactive: true, overlay: this.#overlay })
    // On a scrollable page, the mouse wheel should scroll the page.
    this.#base.gl.scrollZoom.disable()
  }

  /** Shows these stops in order. If `fit`, the map moves so that all of them are visible. */
  show(stops: readonly Stop[], fit: boolean): void {
    this.#stops = stops
    for (const marker of this.#markers) marker.remove()
    this.#markers = stops.map((stop, index) => this.#createMarker(stop, index + 1))
    void this.#base.gl.getSource<GeoJSONSource>('route')?.setData(this.#line())
    if (fit) this.#fit()
  }

  setTheme = (): void => this.#base.draw()
  zoomBy = (steps: number): void => void this.#base.gl.easeTo({ zoom: this.#base.gl.getZoom() + steps })
  destroy = (): void => this.#base.destroy()

  #fit(): void {
    const [first] = this.#stops
    if (!first) return
    const east = unrolled(this.#stops)
    const latitudes = this.#stops.map(({ latitude }) => latitude)
    this.#base.fitBounds(
      {
        west: Math.min(...east),
        east: Math.max(...east),
        south: Math.min(...latitudes),
        north: Math.max(...latitudes),
      },
      { padding: 68, maxZoom: ALONE_ZOOM },
    )
  }

  #createMarker({ id, latitude, longitude, gone }: Stop, number: number): Marker {
    const element = document.createElement('div')
    element.className = styles.pin ?? ''
    element.textContent = String(number)
    element.setAttribute('aria-hidden', 'true')
    element.dataset.stop = id
    if (gone) element.dataset.gone = ''
    element.addEventListener('click', () => this.#onPress(id))
    return new Marker({ element }).setLngLat([longitude, latitude]).addTo(this.#base.gl)
  }

  #line(): Exclude<GeoJSONSourceSpecification['data'], string> {
    const east = unrolled(this.#stops)
    const coordinates = this.#stops.map(({ latitude }, index) => [east[index] ?? 0, latitude])
    return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }
  }

  readonly #overlay: Overlay = () => ({
    sources: { route: { type: 'geojson', data: this.#line() } satisfies GeoJSONSourceSpecification },
    layers: [
      {
        id: 'route',
        type: 'line',
        source: 'route',
        paint: { 'line-color': readColours().label, 'line-width': 2.5, 'line-dasharray': [1.5, 1.5] },
      },
    ],
  })
}

/** Lets longitudes continue past 180 where a route crosses the antimeridian, so that its line takes the shorter way. */
function unrolled(stops: readonly Stop[]): number[] {
  let last = stops[0]?.longitude ?? 0
  return stops.map(({ longitude }) => {
    last = longitude + Math.round((last - longitude) / 360) * 360
    return last
  })
}
