import sharp, { type OverlayOptions } from 'sharp'
import type { Archive } from '../streets/index.ts'
import { type GroundColours, drawGround, drawGroundTile } from './map-background.ts'
import { drawText } from './draw-text.ts'

/** The image size that every chat app accepts (Open Graph). */
export const SIZE = { width: 1200, height: 630 } as const
/** Width of the right-hand panel with the map and text. */
const PLATE = 440
const PHOTO = SIZE.width - PLATE
const MAP_HEIGHT = 300
const [INK, PAPER, BRAND, QUIET] = ['#121417', '#ffffff', '#ffd21f', '#5b616a']
const EDGE = 36
const QUALITY = 82

/** The data for a spot's preview image. */
export type SpotPicture = {
  name: string
  place: string
  latitude: number
  longitude: number
  /** The photo's bytes, or null if there is no photo to show. */
  photo: Buffer | null
}

function svg(width: number, height: number, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )
}

function pin(x: number, y: number, scale: number) {
  return `<g transform="translate(${x} ${y}) scale(${scale})">
  <path d="M0 0C-6-12-18-18-18-32a18 18 0 1 1 36 0C18-18 6-12 0 0z" fill="${BRAND}" stroke="${INK}" stroke-width="3"/>
  <circle cy="-32" r="7" fill="${INK}"/></g>`
}

async function drawMap(
  archive: Archive | null,
  { latitude, longitude }: SpotPicture,
  [width, height]: [number, number],
): Promise<Buffer> {
  const ground = await drawGround(archive, { latitude, longitude, width, height })
  return svg(width, height, `${ground}${pin(width / 2, height / 2, Math.min(width, height) / 200)}`)
}

function plate() {
  return sharp({ create: { ...SIZE, channels: 3, background: PAPER } })
}

/** Stacks lines of text downward from a point. Omits text that doesn't fit. */
async function stack(
  left: number,
  top: number,
  texts: readonly { text: string; size: number; colour: string; height: number }[],
): Promise<OverlayOptions[]> {
  const placed: OverlayOptions[] = []
  let at = top
  for (const { text, ...look } of texts) {
    const drawn = await drawText(text, { ...look, width: SIZE.width - left - EDGE })
    if (!drawn || at + drawn.height > SIZE.height - EDGE) continue
    placed.push({ input: drawn.input, left, top: at })
    at += drawn.height + 16
  }
  return placed
}

const WORDMARK = 'Nollie'
/** The bundled basemap's attribution. Its license requires it wherever the map is shown. */
const CREDIT = '© OpenStreetMap contributors, Natural Earth'

/**
 * Draws a spot's preview: the photo, with a map, the name, and the address to its right. If there's no photo, the map
 * takes its place.
 */
export async function drawSpot(archive: Archive | null, spot: SpotPicture): Promise<Buffer> {
  const picture = spot.photo ? await filling(spot.photo) : await drawMap(archive, spot, [PHOTO, SIZE.height])
  const head: OverlayOptions = spot.photo
    ? { input: await drawMap(archive, spot, [PLATE, MAP_HEIGHT]), left: PHOTO, top: 0 }
    : { input: svg(PLATE, 12, `<rect width="${PLATE}" height="12" fill="${BRAND}"/>`), left: PHOTO, top: 0 }
  const texts = await stack(PHOTO + EDGE, spot.photo ? MAP_HEIGHT + 30 : 80, [
    { text: spot.name, size: 38, colour: INK, height: 170 },
    { text: spot.place, size: 20, colour: QUIET, height: 64 },
  ])
  const brand = await drawText(WORDMARK, { size: 22, colour: INK, width: PLATE - 2 * EDGE, height: 40 })
  const credit = archive && (await drawText(CREDIT, { size: 8, colour: QUIET, width: PLATE, height: 24 }))
  const [mapLeft, mapEnd] = spot.photo ? [PHOTO, MAP_HEIGHT] : [0, SIZE.height]
  return plate()
    .composite([
      { input: picture, left: 0, top: 0 },
      head,
      ...texts,
      ...(credit ? [{ input: credit.input, left: mapLeft + 10, top: mapEnd - credit.height - 8 }] : []),
      ...(brand ? [{ input: brand.input, left: PHOTO + EDGE, top: SIZE.height - EDGE - brand.height }] : []),
    ])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}

/** The data for a preview of a post, a person, or a discussion. */
export type Card = {
  title: string
  text: string
  /** The photo's bytes, or null if there is none. */
  photo: Buffer | null
  /** Whether to draw the photo as a circle, like a portrait. */
  round: boolean
}

const DISC = 420

function disc(photo: Buffer) {
  return sharp(photo)
    .resize(DISC, DISC, { fit: 'cover' })
    .composite([
      { input: svg(DISC, DISC, '<circle cx="210" cy="210" r="210" fill="#fff"/>'), blend: 'dest-in' },
    ])
    .png()
    .toBuffer()
}

function filling(photo: Buffer) {
  return sharp(photo).resize(PHOTO, SIZE.height, { fit: 'cover', position: 'attention' }).toBuffer()
}

/** Draws the preview of a post, a person, or a discussion: the photo, with the title and owner to its right. */
export async function drawCard({ title, text, photo, round }: Card): Promise<Buffer> {
  const ground = `<rect width="760" height="630" fill="${BRAND}"/>
    <path d="M360 630L600 250 760 250V630z" fill="${INK}" opacity="0.12"/>${photo ? '' : pin(PHOTO / 2, 430, 6)}`
  const shown = photo && (await (round ? disc(photo) : filling(photo)))
  const [left, top] = round ? [(PHOTO - DISC) / 2, (SIZE.height - DISC) / 2] : [0, 0]
  const texts = await stack(PHOTO + EDGE, 80, [
    { text: title, size: 38, colour: INK, height: 290 },
    { text, size: 22, colour: QUIET, height: 100 },
  ])
  const brand = await drawText(WORDMARK, { size: 22, colour: INK, width: PLATE - 2 * EDGE, height: 40 })
  return plate()
    .composite([
      { input: svg(PHOTO, SIZE.height, ground), left: 0, top: 0 },
      ...(shown ? [{ input: shown, left, top }] : []),
      { input: svg(PLATE, 12, `<rect width="${PLATE}" height="12" fill="${BRAND}"/>`), left: PHOTO, top: 0 },
      ...texts,
      ...(brand ? [{ input: brand.input, left: PHOTO + EDGE, top: SIZE.height - EDGE - brand.height }] : []),
    ])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}

/** The client's map colors for each theme. */
const STILL_COLOURS: Record<'light' | 'dark', GroundColours> = {
  light: { land: '#e9eceb', sea: '#c3dae6' },
  dark: { land: '#16191c', sea: '#0d2230' },
}
/** Size of a static map in pixels. */
const STILL = { width: 800, height: 480 } as const
/** The zoom of the client's small map when it has no streets. */
const STILL_ZOOM = 10

/** Draws the map around a point, without a pin, in a theme's colors. Serves as a placeholder until the map loads. */
export async function drawStill(
  archive: Archive | null,
  { latitude, longitude }: { latitude: number; longitude: number },
  theme: 'light' | 'dark',
): Promise<Buffer> {
  const colours = STILL_COLOURS[theme]
  const ground = await drawGround(archive, { latitude, longitude, ...STILL, zoom: STILL_ZOOM, colours })
  return sharp(svg(STILL.width, STILL.height, ground))
    .webp({ quality: QUALITY })
    .toBuffer()
}

const TILE = 512
/** An image quality that is good enough for a background with two colors. */
const TILE_QUALITY = 60

/** Draws a background map tile in a theme's colors, as a placeholder until the interactive map loads. */
export async function drawTile(
  archive: Archive | null,
  tile: { z: number; x: number; y: number },
  theme: 'light' | 'dark',
): Promise<Buffer> {
  return sharp(svg(TILE, TILE, await drawGroundTile(archive, tile, STILL_COLOURS[theme])))
    .webp({ quality: TILE_QUALITY })
    .toBuffer()
}

/** Draws the preview for a page without an image: the brand colors, a pin, and a sentence. */
export async function drawPage(sentence: string): Promise<Buffer> {
  const ground = svg(
    SIZE.width,
    SIZE.height,
    `<rect width="1200" height="630" fill="${BRAND}"/><path d="M760 630L1000 250 1200 250V630z" fill="${INK}" opacity="0.12"/>${pin(985, 470, 6)}`,
  )
  const texts = await stack(80, 150, [{ text: WORDMARK, size: 84, colour: INK, height: 160 }])
  const words = await drawText(sentence, { size: 40, colour: INK, width: 640, height: 220 })
  return plate()
    .composite([
      { input: ground, left: 0, top: 0 },
      ...texts,
      ...(words ? [{ input: words.input, left: 80, top: 320 }] : []),
    ])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}
