import type { AreaSpot, StreetMap } from '@nollie/contract'
import { tilesOfArea } from '@nollie/contract/stored-areas/area-tiles'
import {
  type StoredArea,
  readStoredPages,
  readStoredStreetMap,
  tileKey,
} from '../../lib/places/stored-areas.ts'

/** A file that an area needs: its cache key and its URL. */
export type Part = { key: string; from: string }

function toLongitude(x: number, z: number) {
  return (x / 2 ** z) * 360 - 180
}

function toLatitude(y: number, z: number) {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
}

/** Lists the street tiles that an area needs, coarsest first. */
export function listTileParts({ box, list_key }: StoredArea, about: StreetMap): Part[] {
  return (list_key ? [] : tilesOfArea(box, about))
    .filter(({ z, x, y }) =>
      about.regions.some(
        ({ west, south, east, north }) =>
          toLongitude(x, z) <= east &&
          toLongitude(x + 1, z) >= west &&
          toLatitude(y, z) >= south &&
          toLatitude(y + 1, z) <= north,
      ),
    )
    .map((tile) => {
      const { z, x, y } = tile
      return { key: tileKey(tile), from: `/api/map/streets/${about.version}/${z}/${x}/${y}` }
    })
}

/** Lists one photo per spot. Photos on other origins are left out, because they aren't stored. */
export function listPictureParts(spots: readonly AreaSpot[]): Part[] {
  return spots.flatMap(({ photo }) => {
    const [key] = /^\/media\/[^/]+/.exec(photo?.base ?? '') ?? []
    // `direct` loads the photo from this server, even if a CDN normally delivers photos.
    return key ? [{ key: `${key}/400.webp`, from: `${key}/400.webp?direct=1` }] : []
  })
}

/** Returns the cache keys for everything that the areas on this device need. */
export async function neededKeys(areas: readonly StoredArea[]): Promise<{
  pictures: Set<string>
  tiles: Set<string>
  ids: Set<string>
}> {
  const about = await readStoredStreetMap()
  const pictures = new Set<string>()
  const tiles = new Set<string>()
  for (const area of areas) {
    const spots = (await readStoredPages(area.id)).flatMap(({ items }) => items)
    for (const { key } of listPictureParts(spots)) pictures.add(key)
    for (const { key } of about ? listTileParts(area, about) : []) tiles.add(key)
  }
  return { pictures, tiles, ids: new Set(areas.map(({ id }) => id)) }
}
