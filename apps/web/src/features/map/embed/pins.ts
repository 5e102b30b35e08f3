import type { EmbeddedSpot } from '@nollie/contract'
import { getFamily } from '../../../ui/text/type-glyph.tsx'
import sprite from '../../../ui/text/spot-glyphs.svg?url'
import { PINS_FROM } from '../cluster-size.ts'
import type { View } from '../engine/types.ts'
import { placesIn } from '../screen/background-tiles.ts'
import { buildElement, buildSvg } from './build-element.ts'
import styles from './embed.module.css'
import type { Size } from './ground.ts'
import { choosePinNames } from './place-names.ts'

/** Up to this many spots are pins at any zoom. */
const FEW = 40
/** Pins up to this far (pixels) outside of the frame are drawn, because part of them may be visible. */
const MARGIN = 60

type Pin = { spot: EmbeddedSpot; element: HTMLButtonElement; at: { x: number; y: number } | null }

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

  constructor(box: HTMLElement, onSelect: (spot: EmbeddedSpot) => void) {
    this.#box = box
    this.#onSelect = onSelect
  }

  show(spots: readonly EmbeddedSpot[]): void {
    // Southern pins are in front of northern ones.
    this.#pins = spots
      .toSorted((a, b) => b.latitude - a.latitude)
      .map((spot) => ({ spot, element: buildPin(spot), at: null }))
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
  }

  /** Shows the names that fit. Called when the map has stopped moving, because it compares all pins. */
  name(): void {
    const shown = this.#box.hasAttribute('data-dots') ? [] : this.#pins.filter(({ at }) => at)
    const named = choosePinNames(
      shown.map(({ at, spot }) => ({ x: at?.x ?? 0, y: at?.y ?? 0, name: spot.name })),
    )
    const elements = new Set([...named].map((index) => shown[index]?.element))
    for (const { element } of this.#pins) element.toggleAttribute('data-named', elements.has(element))
  }

  select(spot: EmbeddedSpot | null): void {
    for (const { spot: own, element } of this.#pins)
      element.toggleAttribute('data-selected', own.id === spot?.id)
  }
}
