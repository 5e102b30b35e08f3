import { type GlMap, Marker } from './gl.ts'
import type { Me } from './types.ts'
import styles from './me-dot.module.css'

const EARTH_METRES = 40_075_016.7
const TILE = 512
/** The range of diameters (px) in which the accuracy ring is drawn: larger than the dot but smaller than a screen. */
const RING = { min: 26, max: 4000 }

/** Returns the number of meters per map pixel. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (EARTH_METRES * Math.cos((latitude * Math.PI) / 180)) / (TILE * 2 ** zoom)
}

function part(name = ''): HTMLElement {
  const element = document.createElement('div')
  element.className = name
  return element
}

/** Marks the person's position with a dot, a ring for its accuracy, and a cone for the heading. */
export class MeDot {
  readonly #gl: GlMap
  readonly #marker: Marker
  readonly #ring = part(styles.ring)
  readonly #cone = part(styles.cone)
  #me: Me | null = null

  constructor(gl: GlMap) {
    this.#gl = gl
    const element = part(styles.root)
    element.dataset.testid = 'me'
    element.setAttribute('aria-hidden', 'true')
    element.append(this.#ring, this.#cone, part(styles.dot))
    this.#marker = new Marker({ element })
    gl.on('zoom', () => this.#size())
  }

  show(me: Me | null): void {
    this.#me = me
    if (!me) return void this.#marker.remove()
    this.#marker.setLngLat([me.longitude, me.latitude]).addTo(this.#gl)
    this.#cone.hidden = me.heading === null
    if (me.heading !== null) this.#cone.style.transform = `rotate(${me.heading}deg)`
    this.#size()
  }

  #size(): void {
    if (!this.#me) return
    const { accuracy, latitude } = this.#me
    const pixels = (2 * accuracy) / metresPerPixel(latitude, this.#gl.getZoom())
    this.#ring.hidden = pixels < RING.min || pixels > RING.max
    this.#ring.style.width = `${pixels}px`
    this.#ring.style.height = `${pixels}px`
  }
}
