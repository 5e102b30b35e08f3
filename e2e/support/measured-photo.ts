import { createRequire } from 'node:module'

const sharp = createRequire(new URL('../../apps/server/package.json', import.meta.url))('sharp')

/** A mark's position as fractions of the photo's width and height. */
type At = { x: number; y: number }

const WIDTH = 1200
const HEIGHT = 900

function at(x: number, y: number): At {
  return { x: x / WIDTH, y: y / HEIGHT }
}

/** Mark positions on a photo, taken straight on, of a 45 by 180 cm ledge with an 80 cm skateboard at its base. */
export const LEDGE: Record<string, At> = {
  Nose: at(300, 600),
  Tail: at(700, 600),
  'Top left': at(150, 350),
  'Top right': at(1050, 350),
  'Bottom right': at(1050, 575),
  'Bottom left': at(150, 575),
}

/** Returns the photo for {@link LEDGE} as a file. */
export async function ledgePhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const scene = `<svg width="${WIDTH}" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg">
    <rect width="100%" height="560" fill="#b9c6cf"/><rect y="560" width="100%" height="340" fill="#8d8f92"/>
    <path d="M150 350 240 300H1140L1050 350z" fill="#d9d4c8"/><path d="M1050 350 1140 300V520L1050 575z" fill="#8f8a7e"/>
    <rect x="150" y="350" width="900" height="225" fill="#b3ad9f"/><path d="M150 350h900" stroke="#5d594f" stroke-width="6"/>
    <rect x="300" y="588" width="400" height="24" rx="12" fill="#c4211b"/>
    <circle cx="390" cy="620" r="13" fill="#f3e0bc"/><circle cx="610" cy="620" r="13" fill="#f3e0bc"/></svg>`
  const buffer: Buffer = await sharp(Buffer.from(scene)).jpeg({ quality: 85 }).toBuffer()
  return { name: 'ledge-with-board.jpg', mimeType: 'image/jpeg', buffer }
}
