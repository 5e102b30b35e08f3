import { type Archive, readParts, readTile, unpacked } from '../streets/index.ts'

/** Colors for a map section. */
export type GroundColours = { sea: string; land: string }

/** A section of the map: size, center, zoom, and colors. */
export type MapPiece = {
  latitude: number
  longitude: number
  width: number
  height: number
  zoom?: number
  colours?: GroundColours
}

/** Maximum zoom of the basemap's tiles. A city's coastline is recognizable at this zoom. */
const ZOOM = 6
const TILE = 512

function toWorldPixels({ latitude, longitude }: { latitude: number; longitude: number }, size: number) {
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)))
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

const COLOURS: GroundColours = { sea: '#bcd7e6', land: '#f1eee6' }

// Draws a tile's areas, with land below water, scaled to the tile's size on the map.
function drawTile(bytes: Uint8Array, size: number, { land, sea }: GroundColours): string {
  const layers = readTile(unpacked(bytes))
  return Object.entries({ land, water: sea })
    .flatMap(([name, colour]) =>
      layers
        .filter((layer) => layer.name === name)
        .map(({ extent, features }) => {
          const scale = size / extent
          const rings = features.filter(({ type }) => type === 3).flatMap(readParts)
          const path = rings.map(
            (ring) =>
              `M${ring.map(([x, y]) => `${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)}`).join('L')}z`,
          )
          return `<path d="${path.join('')}" fill="${colour}" fill-rule="evenodd"/>`
        }),
    )
    .join('')
}

/**
 * Draws a section of the bundled basemap as SVG elements, with its top-left corner at the origin. If there's no
 * readable archive, it's all land, which still works as a background for the pin.
 */
export async function drawGround(archive: Archive | null, piece: MapPiece): Promise<string> {
  const { width, height, zoom = ZOOM, colours = COLOURS } = piece
  // Higher zooms use the same tiles, scaled up.
  const size = TILE * 2 ** (zoom - ZOOM)
  const middle = toWorldPixels(piece, size * 2 ** ZOOM)
  const [left, top] = [middle.x - width / 2, middle.y - height / 2]
  return drawBox(archive, { left, top, width, height, size, level: ZOOM, colours })
}

/** A section of the world in pixels from its top-left corner. Tiles at `level` are `size` pixels wide. */
type Box = Record<'left' | 'top' | 'width' | 'height' | 'size' | 'level', number> & { colours: GroundColours }

async function drawBox(archive: Archive | null, box: Box): Promise<string> {
  const { left, top, width, height, size, level, colours } = box
  const plate = (fill: string) => `<rect width="${width}" height="${height}" fill="${fill}"/>`
  if (!archive) return plate(colours.land)
  const across = 2 ** level
  const drawn: string[] = []
  try {
    for (
      let y = Math.max(0, Math.floor(top / size));
      y < Math.min(across, Math.ceil((top + height) / size));
      y++
    )
      for (let x = Math.floor(left / size); x < Math.ceil((left + width) / size); x++) {
        const tile = await archive.tile(level, ((x % across) + across) % across, y)
        if (!tile) continue
        const at = `${(x * size - left).toFixed(1)} ${(y * size - top).toFixed(1)}`
        drawn.push(`<g transform="translate(${at})">${drawTile(tile, size, colours)}</g>`)
      }
  } catch {
    return plate(colours.land)
  }
  return plate(colours.sea) + drawn.join('')
}

/** Draws a basemap tile as SVG elements, 512 by 512, like {@link drawGround}. */
export function drawGroundTile(
  archive: Archive | null,
  { z, x, y }: { z: number; x: number; y: number },
  colours: GroundColours,
): Promise<string> {
  const level = Math.min(z, ZOOM)
  const size = TILE * 2 ** (z - level)
  return drawBox(archive, { left: x * TILE, top: y * TILE, width: TILE, height: TILE, size, level, colours })
}
