import { BaseMap } from './base-map.ts'
import { Marker } from './gl.ts'
import { selectedPin } from './selected-pin.ts'
import type { MapStart, SelectedSpot } from './types.ts'

/** A small map that shows one spot and does not move. */
export class StillMap {
  readonly #base: BaseMap
  #marker: Marker | null = null

  constructor(container: HTMLElement, start: MapStart) {
    this.#base = new BaseMap(container, { ...start, interactive: false })
  }

  /** Shows a spot in the middle, `foot` pixels above it when its pin would else stand too high. */
  show(spot: SelectedSpot, zoom = 15): void {
    this.#marker?.remove()
    this.#base.gl.jumpTo({ center: [spot.longitude, spot.latitude], zoom })
    this.#base.gl.panBy([0, -24], { animate: false })
    this.#marker = new Marker({ element: selectedPin(spot), anchor: 'bottom' })
      .setLngLat([spot.longitude, spot.latitude])
      .addTo(this.#base.gl)
  }

  setTheme = (): void => this.#base.draw()
  destroy = (): void => this.#base.destroy()
}
