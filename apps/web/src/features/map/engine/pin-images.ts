import type { PinLook } from '@nollie/contract/map/map-codec'
import { SPOT_TYPES, type SpotType } from '@nollie/contract/spots/spot-types'
import { getFamily } from '../../../ui/text/type-glyph.tsx'
import glyphs from '../../../ui/text/spot-glyphs.svg?raw'
import { token } from './colours.ts'

/** The images' pixel ratio, high enough to look sharp on most screens. */
export const RATIO = 2

const PIN = { width: 36, height: 42.5, room: 6 }
const DOT = { size: 14, room: 3 }
/** Distance in pixels between a pin's tip and the bottom edge of its image. */
export const PIN_FOOT = PIN.room + (2 / 52) * PIN.height

const symbols = (() => {
  const root = new DOMParser().parseFromString(glyphs, 'image/svg+xml').documentElement
  for (const title of root.querySelectorAll('title')) title.remove()
  return new Map([...root.querySelectorAll('symbol')].map((symbol) => [symbol.id, symbol.innerHTML]))
})()

/**
 * The colors of pins and dots. `fill` defaults to the type's color. No one has to rely on color: a spot that no longer
 * exists is an outline, a skate-stopped spot has a bar, and an unconfirmed spot has a small empty circle.
 */
type Look = { fill?: string; ring: string; glyph: string; dashes: string; mark?: 'bar' | 'circle' }

function EXISTING(): Look {
  return { ring: token('--pin-ring'), glyph: token('--type-glyph'), dashes: '' }
}

function GONE(): Look {
  return {
    fill: token('--surface'),
    ring: token('--ink-3'),
    glyph: token('--ink-3'),
    dashes: 'stroke-dasharray="5 3"',
  }
}

const LOOKS: Readonly<Record<PinLook, () => Look>> = {
  fresh: EXISTING,
  gone: GONE,
  stopped: () => ({ ...EXISTING(), mark: 'bar' }),
  doubtful: () => ({ ...EXISTING(), mark: 'circle' }),
}

// The mark is in a pin's upper-right corner, or in the middle of a dot.
const MARKS = {
  bar: { radius: 8.4, inside: '<path d="M-4.6 0h9.2" stroke-width="3.4" stroke-linecap="round"/>' },
  circle: { radius: 4.6, inside: '' },
}

function drawMark(mark: Look['mark'], at: string): string {
  return mark
    ? `<g transform="${at}" stroke="${token('--ink')}">
      <circle r="${MARKS[mark].radius}" fill="${token('--surface')}" stroke-width="1.8"/>${MARKS[mark].inside}</g>`
    : ''
}

function drawPin(type: SpotType, { fill = token(`--type-${type}`), ring, glyph, dashes, mark }: Look) {
  const scale = PIN.width / 44
  return `<g transform="translate(${PIN.room} ${PIN.room}) scale(${scale})">
    <g fill="${fill}" stroke="${ring}" stroke-width="3.6" ${dashes} paint-order="stroke">${symbols.get(`pin-${getFamily(type)}`)}</g>
    <g color="${glyph}" fill="${glyph}" transform="translate(9.3 9.3) scale(1.06)">${symbols.get(`glyph-${type}`)}</g>${drawMark(mark, 'translate(38 6)')}</g>`
}

function drawDot(type: SpotType, { fill = token(`--type-${type}`), ring, mark }: Look) {
  return `<g transform="translate(${DOT.room} ${DOT.room}) scale(${DOT.size / 40})" fill="${fill}" stroke="${ring}" stroke-width="8" paint-order="stroke">${symbols.get(`shape-${getFamily(type)}`)}</g>${drawMark(mark, `translate(${DOT_CELL / 2} ${DOT_CELL / 2}) scale(.62)`)}`
}

const CELL = { width: PIN.width + 2 * PIN.room, height: PIN.height + 2 * PIN.room }
const DOT_CELL = DOT.size + 2 * DOT.room

async function sheet(look: Look): Promise<ImageBitmap> {
  const cells = SPOT_TYPES.map(
    (type, i) => `<g transform="translate(${i * CELL.width} 0)">${drawPin(type, look)}</g>
      <g transform="translate(${i * CELL.width} ${CELL.height})">${drawDot(type, look)}</g>`,
  )
  const [width, height] = [CELL.width * SPOT_TYPES.length, CELL.height + DOT_CELL]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * RATIO}" height="${height * RATIO}" viewBox="0 0 ${width} ${height}">${cells.join('')}</svg>`
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return createImageBitmap(image)
}

/** Creates a canvas of this size in pixels, scaled by {@link RATIO}. */
export function canvas(
  width: number,
  height: number,
): { pen: CanvasRenderingContext2D; picture: () => ImageData } {
  const element = document.createElement('canvas')
  element.width = Math.round(width * RATIO)
  element.height = Math.round(height * RATIO)
  const pen = element.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  pen.scale(RATIO, RATIO)
  return { pen, picture: () => pen.getImageData(0, 0, element.width, element.height) }
}

/** Sets the shadow for the shapes drawn next. The light comes from the upper left. */
export function shade(pen: CanvasRenderingContext2D, strength: number): void {
  pen.shadowColor = `rgb(18 20 23 / ${strength})`
  pen.shadowOffsetX = RATIO
  pen.shadowOffsetY = 2 * RATIO
  pen.shadowBlur = 4 * RATIO
}

/** Returns a function that draws pins and dots in the current theme's colors. */
export function pinPainter(): (kind: 'pin' | 'dot', type: SpotType, look: PinLook) => Promise<ImageData> {
  const sheets = new Map<PinLook, Promise<ImageBitmap>>()
  return async (kind, type, look) => {
    const drawn = sheets.get(look) ?? sheet(LOOKS[look]())
    sheets.set(look, drawn)
    const all = await drawn
    const at = SPOT_TYPES.indexOf(type) * CELL.width
    const [top, width, height] =
      kind === 'pin' ? [0, CELL.width, CELL.height] : [CELL.height, DOT_CELL, DOT_CELL]
    const { pen, picture } = canvas(width, height)
    if (kind === 'pin') shade(pen, 0.3)
    pen.drawImage(all, at * RATIO, top * RATIO, width * RATIO, height * RATIO, 0, 0, width, height)
    return picture()
  }
}
