import type { EmbeddedSpot } from '@nollie/contract'
import { TAIL } from '@nollie/contract/map/map-codec'
import { getFamily } from '../../../ui/text/type-glyph.tsx'
import sprite from '../../../ui/text/spot-glyphs.svg?url'
import { choosePlaces, type Place } from '../choose-pins.ts'
import { PINS_FROM } from '../cluster-size.ts'
import type { Bounds, View } from '../engine/types.ts'
import { placesIn } from '../screen/background-tiles.ts'
import { toBounds } from '../view/view-tiles.ts'
import { buildElement, buildSvg } from './build-element.ts'
import styles from './embed.module.css'
import type { Size } from './ground.ts'
import { choosePinNames } from './place-names.ts'

/** Up to this many spots are pins at any zoom. */
const FEW = 40
/** Pins up to this far (pixels) outside of the frame are drawn, because part of them may be visible. */
const MARGIN = 60

type Pin = Place & { spot: EmbeddedSpot; element: HTMLButtonElement; at: { x: number; y: number } | null }

function toPin(spot: EmbeddedSpot): Pin {
  const { latitude, longitude, score } = spot
  return { key: spot.id.slice(-TAIL), latitude, longitude, score, spot, element: buildPin(spot), at: null }
}

function buildPin(spot: EmbeddedSpot): HTMLButtonElement {
  const type = spot.spot_type ?? 'other'
  const shape = buildSvg('use', { href: `${sprite}#pin-${getFamily(type)}`, width: '44', height: '52' })
  const glyph = buildSvg('use', {
    href: `${sprite}#glyph-${type}`,
    x: '9.3',
    y: '9.3',
    width: '25.44',
    height: '25.44',
  })
  shape.setAttribute('class', styles.shape ?? '')
  glyph.setAttribute('class', styles.glyph ?? '')
  const picture = buildSvg('svg', { viewBox: '0 0 44 52', width: '28', height: '33' }, shape, glyph)
  const name = buildElement('span', { className: styles.name ?? '' }, spot.name)
  // The list has the same spots for keyboards and screen readers.
  const pin = buildElement(
    'button',
    { type: 'button', className: styles.pin ?? '', tabIndex: -1 },
    picture,
    name,
  )
  pin.dataset.type = type
  return pin
}

/** The spots on the map. */
export class Pins {
  readonly #box: HTMLElement
  readonly #onSelect: (spot: EmbeddedSpot) => void
  #pins: Pin[] = []
  /** The keys of the spots that are pins if there are many. */
  #chosen: ReadonlySet<string> = new Set()
  #hasNewSpots = false

  constructor(box: HTMLElement, onSelect: (spot: EmbeddedSpot) => void) {
    this.#box = box
    this.#onSelect = onSelect
  }

  show(spots: readonly EmbeddedSpot[]): void {
    // Southern pins are in front of northern ones.
    this.#pins = spots.toSorted((a, b) => b.latitude - a.latitude).map(toPin)
    this.#hasNewSpots = true
    for (const { spot, element } of this.#pins)
      element.addEventListener('click', (event) => {
        event.stopPropagation()
        this.#onSelect(spot)
      })
    this.#box.replaceChildren(...this.#pins.map(({ element }) => element))
  }

  /** Moves the pins to their places in this view. */
  place(view: View, { width, height }: Size): void {
    const toOffset = placesIn(view)
    for (const pin of this.#pins) {
      const offset = toOffset(pin.spot)
      const [x, y] = [width / 2 + offset.x, height / 2 + offset.y]
      const isIn = x > -MARGIN && x < width + MARGIN && y > -MARGIN && y < height + MARGIN
      pin.at = isIn ? { x, y } : null
      pin.element.hidden = !isIn
      pin.element.style.transform = `translate(${x}px, ${y}px)`
    }
    const shown = this.#pins.filter(({ at }) => at).length
    this.#box.toggleAttribute('data-dots', view.zoom < PINS_FROM && shown > FEW)
    if (this.#hasNewSpots && width > 0) this.#choose(toBounds(view, width, height))
  }

  // As on Nollie's map, pins that stay in view stay pins, so that they don't change while the map moves.
  #choose(view: Bounds): void {
    const chosen = choosePlaces(this.#pins, view, this.#chosen)
    this.#chosen = chosen
    this.#hasNewSpots = false
    for (const { key, element } of this.#pins) element.toggleAttribute('data-dot', !chosen.has(key))
  }

  /**
   * Chooses which spots are pins, and shows the names that fit. Called when the map has stopped moving, because it compares
   * all pins.
   */
  name(view: View, { width, height }: Size): void {
    this.#choose(toBounds(view, width, height))
    const inView = this.#box.hasAttribute('data-dots') ? [] : this.#pins.filter(({ at }) => at)
    const shown = inView.filter(({ key }) => this.#chosen.has(key))
    const dots = inView.filter(({ key }) => !this.#chosen.has(key))
    const named = choosePinNames(
      shown.map(({ at, spot }) => ({ x: at?.x ?? 0, y: at?.y ?? 0, name: spot.name })),
      dots.map(({ at }) => ({ x: at?.x ?? 0, y: at?.y ?? 0 })),
    )
    const elements = new Set([...named].map((index) => shown[index]?.element))
    for (const { element } of this.#pins) element.toggleAttribute('data-named', elements.has(element))
  }

  select(spot: EmbeddedSpot | null): void {
    for (const { spot: own, element } of this.#pins)
      element.toggleAttribute('data-selected', own.id === spot?.id)
  }
}
