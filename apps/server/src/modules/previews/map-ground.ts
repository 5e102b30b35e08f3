import { type Archive, partsOf, readTile, unpacked } from '../streets/index.ts'

/** Colours of a piece of map. */
export type GroundColours = { sea: string; land: string }

/** Size and middle of a piece of map, how close it is, and its colours. */
export type MapPiece = {
  latitude: number
  longitude: number
  width: number
  height: number
  zoom?: number
  colours?: GroundColours
}

/** The zoom at which a town lies between coasts one knows; the shipped ground has no streets for closer ones. */
const ZOOM = 6
const TILE = 512

const worldOf = ({ latitude, longitude }: { latitude: number; longitude: number }, tile: number) => {
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)))
  const size = tile * 2 ** ZOOM
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

const COLOURS: GroundColours = { sea: '#bcd7e6', land: '#f1eee6' }

// The areas of a tile, land below water, scaled to the size of a tile on the map.
const drawTile = (bytes: Uint8Array, size: number, { land, sea }: GroundColours): string => {
  const layers = readTile(unpacked(bytes))
  return Object.entries({ land, water: sea })
    .flatMap(([name, colour]) =>
      layers
        .filter((layer) => layer.name === name)
        .map(({ extent, features }) => {
          const scale = size / extent
          const rings = features.filter(({ type }) => type === 3).flatMap(partsOf)
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
 * A piece of the shipped ground as SVG elements, its top left corner at the origin. Without an archive, or where it cannot
 * be read, the plate is land: the pin stands on it all the same.
 */
export async function drawGround(archive: Archive | null, piece: MapPiece): Promise<string> {
  const { width, height, zoom = ZOOM, colours = COLOURS } = piece
  // Closer views show the same tiles, larger.
  const size = TILE * 2 ** (zoom - ZOOM)
  const plate = (fill: string) => `<rect width="${width}" height="${height}" fill="${fill}"/>`
  if (!archive) return plate(colours.land)
  const middle = worldOf(piece, size)
  const [left, top] = [middle.x - width / 2, middle.y - height / 2]
  const across = 2 ** ZOOM
  const drawn: string[] = []
  try {
    for (
      let y = Math.max(0, Math.floor(top / size));
      y <= Math.min(across - 1, Math.floor((top + height) / size));
      y++
    )
      for (let x = Math.floor(left / size); x <= Math.floor((left + width) / size); x++) {
        const tile = await archive.tile(ZOOM, ((x % across) + across) % across, y)
        if (!tile) continue
        const at = `${(x * size - left).toFixed(1)} ${(y * size - top).toFixed(1)}`
        drawn.push(`<g transform="translate(${at})">${drawTile(tile, size, colours)}</g>`)
      }
  } catch {
    return plate(colours.land)
  }
  return plate(colours.sea) + drawn.join('')
}
