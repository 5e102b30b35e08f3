import type { SpotCard } from '@nollie/contract'
import { metresBetween } from '@nollie/contract/places/metres-between'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { listText, numberText } from '../../../lib/format.ts'
import { isolateText } from '../../../lib/text/isolate-text.ts'
import { go } from '../../../lib/navigation.ts'
import { session } from '../../../lib/session.ts'
import { toast, toastNow } from '../../../ui/toast.ts'
import { positionIfPermitted } from '../../places/index.ts'
import { mapQuery, type Point, roughly } from '../map-requests.ts'
import { toTileView } from '../view/view-tiles.ts'
import { readDue, storeAsked } from './unchecked-memory.ts'

/** Maximum distance of a spot that counts as near. */
const NEAR_METRES = 5_000
/**
 * Half the width (degrees) of the box that is searched. Outside of the polar regions, the box contains the whole circle
 * of {@link NEAR_METRES}.
 */
const NEAR_DEGREES = 0.12
const OFFERED = 3
/** Time (ms) until the offer disappears by itself. It stays while the pointer is on it, or while it has the focus. */
const VISIBLE_MS = 60_000

/** Returns the nearest spots that no one has checked and that no earlier question mentioned. */
export function chooseUnchecked(
  spots: readonly SpotCard[],
  here: Point,
  asked: readonly string[],
): SpotCard[] {
  const known = new Set(asked)
  return spots
    .filter(({ id, standing }) => standing.state === 'unverified' && !known.has(id))
    .map((spot) => ({ spot, metres: metresBetween(here, spot) }))
    .filter(({ metres }) => metres <= NEAR_METRES)
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, OFFERED)
    .map(({ spot }) => spot)
}

async function findNear(here: Point): Promise<SpotCard[]> {
  const { latitude, longitude } = here
  const tiles = toTileView(
    {
      west: longitude - NEAR_DEGREES,
      east: longitude + NEAR_DEGREES,
      south: Math.max(-85, latitude - NEAR_DEGREES),
      north: Math.min(85, latitude + NEAR_DEGREES),
    },
    10,
  )
  return (await call('GET /api/spots', { query: { ...mapQuery(tiles, {}), near: roughly(here) } })).items
}

async function offer(): Promise<void> {
  if (session.get().status !== 'signed-in') return
  const memory = readDue(Date.now())
  if (!memory) return
  const record = await positionIfPermitted({ quick: true })
  if (!record) return
  const here = { latitude: record.lat, longitude: record.lng }
  const spots = chooseUnchecked(await findNear(here), here, memory.asked)
  // Never replaces a message. The next screen tries again.
  if (toastNow()) return
  storeAsked(
    memory,
    spots.map(({ id }) => id),
    Date.now(),
  )
  const [nearest] = spots
  if (!nearest) return
  toast({
    kind: 'info',
    title: m.map_unchecked_title({ count: spots.length, shown: numberText(spots.length) }),
    description: m.map_unchecked_text({ names: listText(spots.map(({ name }) => isolateText(name))) }),
    duration: VISIBLE_MS,
    action: { label: m.map_unchecked_show(), run: () => go(`/spots/${nearest.id}`) },
  })
}

let running: Promise<void> | null = null

/**
 * Asks a member, at most once a week and never twice about a spot, whether they have been at nearby spots that no one has
 * checked. Asks nothing unless location is already permitted. The offer covers part of the screen, so nothing shifts.
 */
export function offerUnchecked(): void {
  running ??= offer()
    .catch(() => undefined)
    .finally(() => {
      running = null
    })
}
