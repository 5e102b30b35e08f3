import { BaseMap } from './base-map.ts'
import { Marker } from './gl.ts'
import { circleMark, selectedPin } from './selected-pin.ts'
import { metresPerPixel } from './me-dot.ts'
import type { MapStart, SelectedSpot } from './types.ts'

/** A small, fixed map of one spot. */
export class StillMap {
  readonly #base: BaseMap
  #marker: Marker | null = null

  constructor(container: HTMLElement, start: MapStart) {
    this.#base = new BaseMap(container, { ...start, interactive: false })
  }

  /**
   * Shows a spot `below` pixels below the center, so that its pin is centered or clear of a notice at the top. With
   * `circle` (a radius in meters), shows a centered circle instead; the spot is somewhere inside it.
   */
  show(spot: SelectedSpot, zoom: number, { below, circle }: { below: number; circle: number | null }): void {
    this.#marker?.remove()
    this.#base.gl.jumpTo({ center: [spot.longitude, spot.latitude], zoom })
    if (circle === null) this.#base.gl.panBy([0, -below], { animate: false })
    this.#marker = new Marker(
      circle === null
        ? { element: selectedPin(spot), anchor: 'bottom' }
        : { element: circleMark(circle / metresPerPixel(spot.latitude, zoom)) },
    )
      .setLngLat([spot.longitude, spot.latitude])
      .addTo(this.#base.gl)
  }

  setTheme = (): void => this.#base.draw()
  destroy = (): void => this.#base.destroy()
}
