import type { SpotType } from '@nollie/contract/spots/spot-types'
import sprite from '../../../ui/text/spot-glyphs.svg?url'
import { getFamily } from '../../../ui/text/type-glyph.tsx'
import { looks } from '../../../ui/looks.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './selected-pin.module.css'

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an SVG element that draws a symbol of the sprite in this box. */
export function use(
  symbol: string,
  className: string | undefined,
  box: Record<string, number>,
): SVGUseElement {
  const element = document.createElementNS(SVG, 'use')
  element.setAttribute('href', `${sprite}#${symbol}`)
  element.setAttribute('class', className ?? '')
  for (const [name, value] of Object.entries(box)) element.setAttribute(name, String(value))
  return element
}

/** Creates the selected spot's pin, 54 px high with its tip at the bottom edge. It hops once when it appears. */
export function selectedPin({ type, gone = false }: { type: SpotType; gone?: boolean }): HTMLElement {
  const pin = document.createElementNS(SVG, 'svg')
  pin.setAttribute('viewBox', '0 0 44 52')
  pin.setAttribute('class', classes(looks.pin, styles.body))
  pin.setAttribute('aria-hidden', 'true')
  pin.dataset.selected = ''
  if (gone) pin.dataset.gone = ''
  pin.dataset.type = type
  pin.append(use(`pin-${getFamily(type)}`, looks.pinShape, { width: 44, height: 52 }))
  pin.append(use(`glyph-${type}`, looks.typeGlyph, { x: 9.3, y: 9.3, width: 25.44, height: 25.44 }))
  const holder = document.createElement('div')
  holder.className = classes(styles.root)
  holder.append(pin)
  return holder
}

/** The smallest radius, in pixels, at which a circle is still visible. */
const MIN_RADIUS = 14

/** Creates the circle for a spot whose position isn't exact. The spot is somewhere inside it. */
export function circleMark(radius: number): HTMLElement {
  const circle = document.createElement('div')
  circle.className = classes(styles.circle)
  circle.dataset.testid = 'spot-circle'
  circle.setAttribute('aria-hidden', 'true')
  const size = `${2 * Math.max(MIN_RADIUS, radius)}px`
  circle.style.width = size
  circle.style.height = size
  return circle
}
