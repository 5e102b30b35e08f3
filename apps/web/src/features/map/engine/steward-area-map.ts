import { type Corner, unwrapped, wrapped } from '@nollie/contract/stewards/area-shape'
import { arrowStep } from './arrow-step.ts'
import { BaseMap } from './base-map.ts'
import { outlineLayers, outlineSource, toOutlines } from './steward-area-outline.ts'
import { type GeoJSONSource, Marker } from './gl.ts'
import type { Bounds, MapStart } from './types.ts'
import styles from './steward-area-map.module.css'

type Options = MapStart & {
  /** Called with all corners when one is added, moved, or removed. If absent, the area is read-only. */
  onCorners?: (corners: Corner[]) => void
  /** Returns a corner's accessible name. */
  cornerLabel: (n: number) => string
}

/**
 * A map with one area. To draw the area, click to add a corner, or press Enter to add one at the center. Corners can be
 * dragged, moved with the arrow keys while focused, and removed with Delete.
 */
export class AreaMap {
  readonly #base: BaseMap
  readonly #options: Options
  #corners: Corner[] = []
  #markers: Marker[] = []

  constructor(container: HTMLElement, options: Options) {
    this.#options = options
    this.#base = new BaseMap(container, { ...options, interactive: true, overlay: this.#overlay })
    const { gl } = this.#base
    if (!options.onCorners) return
    gl.on('click', ({ lngLat }) => this.#change([...this.#corners, this.#cornerAt(lngLat)]))
    gl.getCanvas().addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      this.#change([...this.#corners, this.#cornerAt(gl.getCenter())])
    })
  }

  /** Shows an area with these corners. */
  setCorners(corners: readonly Corner[]): void {
    this.#corners = unwrapped(corners)
    void this.#base.gl.getSource<GeoJSONSource>('area')?.setData(toOutlines([this.#corners]))
    if (!this.#options.onCorners) return
    this.#place()
    // Corners can be typed in, so they may be anywhere.
    const seen = this.#base.gl.getBounds()
    if (this.#corners.some(({ longitude, latitude }) => !seen.contains([longitude, latitude]))) this.fit()
  }

  /** Moves the map so that the area is visible. */
  fit(): void {
    if (this.#corners.length === 0) return
    const [xs, ys] = [this.#corners.map((one) => one.longitude), this.#corners.map((one) => one.latitude)]
    this.#base.fitBounds(
      { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) },
      { padding: 32 },
    )
  }

  fitBounds = (bounds: Bounds): void => this.#base.fitBounds(bounds)
  zoomBy = (steps: number): void => void this.#base.gl.easeTo({ zoom: this.#base.gl.getZoom() + steps })
  setTheme = (): void => this.#base.draw()
  destroy = (): void => this.#base.destroy()

  #overlay = () => ({ sources: { area: outlineSource([this.#corners]) }, layers: outlineLayers(0.14) })

  #cornerAt = ({ lng, lat }: { lng: number; lat: number }): Corner => ({
    latitude: round(lat),
    longitude: round(wrapped(lng)),
  })

  #change(corners: readonly Corner[]): void {
    this.#options.onCorners?.(
      corners.map(({ latitude, longitude }) => ({ latitude, longitude: wrapped(longitude) })),
    )
  }

  #move(index: number, to: { lng: number; lat: number }): void {
    this.#change(this.#corners.map((corner, n) => (n === index ? this.#cornerAt(to) : corner)))
  }

  // Reuses markers, because removing one would lose focus.
  #place(): void {
    while (this.#markers.length > this.#corners.length) this.#markers.pop()?.remove()
    for (const [index, { longitude, latitude }] of this.#corners.entries()) {
      this.#markers[index] ??= this.#marker(index, [longitude, latitude])
      this.#markers[index].setLngLat([longitude, latitude])
    }
  }

  #marker(index: number, at: [number, number]): Marker {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = styles.corner ?? ''
    element.setAttribute('aria-label', this.#options.cornerLabel(index + 1))
    element.addEventListener('click', (event) => event.stopPropagation())
    element.addEventListener('keydown', (event) => this.#key(index, event))
    const marker = new Marker({ element, draggable: true }).setLngLat(at).addTo(this.#base.gl)
    marker.on('dragend', () => this.#move(index, marker.getLngLat()))
    return marker
  }

  #key(index: number, event: KeyboardEvent): void {
    const step = arrowStep(event)
    const corner = this.#corners[index]
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      this.#change(this.#corners.filter((_, n) => n !== index))
    }
    if (!step || !corner) return
    event.preventDefault()
    event.stopPropagation()
    const { gl } = this.#base
    const { x, y } = gl.project([corner.longitude, corner.latitude])
    this.#move(index, gl.unproject([x + step[0], y + step[1]]))
  }
}

// Rounds to about one meter, so that the list of corners is readable.
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
