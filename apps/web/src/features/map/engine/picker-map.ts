import { toSpotType } from '@nollie/contract/spots/spot-types'
import { arrowStep } from './arrow-step.ts'
import { BaseMap } from './base-map.ts'
import { Marker } from './gl.ts'
import { selectedPin } from './selected-pin.ts'
import type { Bounds, MapStart, Me, View } from './types.ts'

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

type Options = MapStart & {
  /** The spot type whose glyph is on the pin. */
  type: string
  /** The pin's accessible name. */
  pinLabel: string
  onPick: (point: Point) => void
}

const ROUGH_ZOOM = 10
const CLOSER = 4

/**
 * A map for placing one pin by clicking, by dragging, or with the keyboard. Pressing Enter on the map places the pin at
 * the center. While the pin has focus, the arrow keys move it by 8 pixels (48 with Shift).
 */
export class PickerMap {
  readonly #base: BaseMap
  readonly #options: Options
  #marker: Marker | null = null
  #type: string

  constructor(container: HTMLElement, options: Options) {
    this.#options = options
    this.#type = options.type
    this.#base = new BaseMap(container, { ...options, interactive: true })
    const { gl } = this.#base
    gl.on('click', ({ lngLat }) => {
      this.#pick(lngLat)
      // At a low zoom, a click only selects a region, so zoom in for a second, more precise click.
      if (gl.getZoom() < ROUGH_ZOOM) gl.easeTo({ center: lngLat, zoom: gl.getZoom() + CLOSER })
    })
    gl.getCanvas().addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      this.#pick(gl.getCenter())
      this.#marker?.getElement().focus()
    })
  }

  /** Moves the pin; null removes it. If the point isn't visible, the map moves, too. */
  setPoint(point: Point | null, zoom?: number): void {
    if (!point) {
      this.#marker?.remove()
      this.#marker = null
      return
    }
    const at: [number, number] = [point.longitude, point.latitude]
    this.#marker ??= this.#makeMarker(at)
    this.#marker.setLngLat(at)
    if (zoom !== undefined || !this.#base.gl.getBounds().contains(at))
      this.#base.flyTo({ ...point, zoom: zoom ?? Math.max(this.#base.gl.getZoom(), 15) })
  }

  /** Changes the spot type whose glyph is on the pin. */
  setType(type: string): void {
    if (type === this.#type) return
    this.#type = type
    const at = this.#marker?.getLngLat()
    this.#marker?.remove()
    this.#marker = at ? this.#makeMarker(at) : null
  }

  view = (): View => this.#base.view()
  flyTo = (view: View): void => this.#base.flyTo(view)
  fitBounds = (bounds: Bounds): void => this.#base.fitBounds(bounds)
  showMe = (me: Me | null): void => this.#base.showMe(me)
  zoomBy = (steps: number): void => void this.#base.gl.easeTo({ zoom: this.#base.gl.getZoom() + steps })
  setTheme = (): void => this.#base.draw()
  destroy = (): void => this.#base.destroy()

  #pick({ lng, lat }: { lng: number; lat: number }): void {
    const point = { latitude: lat, longitude: ((((lng + 180) % 360) + 360) % 360) - 180 }
    this.#marker ??= this.#makeMarker([lng, lat])
    this.#marker.setLngLat([lng, lat])
    this.#options.onPick(point)
  }

  #makeMarker(at: [number, number] | { lng: number; lat: number }): Marker {
    const element = selectedPin({ type: toSpotType(this.#type) ?? 'other' })
    element.dataset.movable = ''
    element.tabIndex = 0
    element.setAttribute('role', 'button')
    element.setAttribute('aria-label', this.#options.pinLabel)
    const marker = new Marker({ element, anchor: 'bottom', draggable: true })
      .setLngLat(at)
      .addTo(this.#base.gl)
    marker.on('dragend', () => this.#pick(marker.getLngLat()))
    element.addEventListener('keydown', (event) => this.#nudge(event))
    return marker
  }

  #nudge(event: KeyboardEvent): void {
    const step = arrowStep(event)
    const { gl } = this.#base
    if (!step || !this.#marker) return
    event.preventDefault()
    event.stopPropagation()
    const { x, y } = gl.project(this.#marker.getLngLat())
    this.#pick(gl.unproject([x + step[0], y + step[1]]))
    const at = this.#marker.getLngLat()
    if (!gl.getBounds().contains(at)) gl.panTo(at)
  }
}
