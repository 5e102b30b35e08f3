import type { SpotType } from '@nollie/contract/spot-types'
import sprite from '../../../ui/spot-glyphs.svg?url'
import { familyOf } from '../../../ui/type-glyph.tsx'
import './selected-pin.css'

const SVG = 'http://www.w3.org/2000/svg'

function use(symbol: string, className: string, box: Record<string, number>): SVGUseElement {
  const element = document.createElementNS(SVG, 'use')
  element.setAttribute('href', `${sprite}#${symbol}`)
  element.setAttribute('class', className)
  for (const [name, value] of Object.entries(box)) element.setAttribute(name, String(value))
  return element
}

/** The 54 px pin of the selected spot, its tip at the lower edge; it hops once when it appears. */
export function selectedPin({ type, gone = false }: { type: SpotType; gone?: boolean }): HTMLElement {
  const pin = document.createElementNS(SVG, 'svg')
  pin.setAttribute('viewBox', '0 0 44 52')
  pin.setAttribute('class', 'pin map-pin-body')
  pin.setAttribute('aria-hidden', 'true')
  pin.dataset.selected = ''
  if (gone) pin.dataset.gone = ''
  pin.dataset.type = type
  pin.append(use(`pin-${familyOf(type)}`, 'pin-shape', { width: 44, height: 52 }))
  pin.append(use(`glyph-${type}`, 'type-glyph', { x: 9.3, y: 9.3, width: 25.44, height: 25.44 }))
  const holder = document.createElement('div')
  holder.className = 'map-pin'
  holder.append(pin)
  return holder
}
