import { LIMITS } from '@nollie/contract'
import type { Tx } from '@nollie/server/db'
import { attachMedia } from '@nollie/server/modules/media'
import { importPost } from '@nollie/server/modules/posts'
import { giveFirstCover } from '@nollie/server/modules/spots'
import { findImported, findPeople, findSpots, importKey, rememberImported } from './imported-rows.queries.ts'
import type { ImportContext, Item, Outcome, Table } from './import-table.ts'
import { type OldSpot, readSpot } from './spots.ts'

type Missing = { address: string; number: number; media_id: string }
type SpotMedia = OldSpot & { missing: Missing[] }

function mediaKey(source: string, id: string, address: string): string {
  return importKey(source, 'spot media', id, address)
}

function listAddresses({ cover, extras }: OldSpot): (string | null)[] {
  return [cover, ...extras]
}

async function findSpotAndAuthor({ source }: ImportContext, on: ImportContext['db'], { id }: OldSpot) {
  const key = importKey(source, 'spots', id)
  const spot_id = (await findImported(on, [key])).get(key)
  if (spot_id === undefined) return null
  const spots = await findSpots(on, [spot_id])
  if (!spots.has(spot_id)) return null
  const creator = spots.get(spot_id) ?? null
  return {
    spot_id,
    author: creator !== null && (await findPeople(on, [creator])).has(creator) ? creator : null,
  }
}
// Numbered for post titles: the cover is 1; other photos and videos start at 2.
async function findMissing({ source }: ImportContext, on: ImportContext['db'], value: OldSpot) {
  const places = listAddresses(value).flatMap((address, i) =>
    address === null ? [] : [{ address, number: i + 1 }],
  )
  const known = await findImported(
    on,
    places.map(({ address }) => mediaKey(source, value.id, address)),
  )
  return places.filter(({ address }) => !known.has(mediaKey(source, value.id, address)))
}
async function makePost(
  { source }: ImportContext,
  tx: Tx,
  value: SpotMedia,
  { spot_id, author }: { spot_id: string; author: string },
  { address, number, media_id }: Missing,
): Promise<string | null> {
  const [media] = await attachMedia(tx, author, [media_id])
  const shared = importKey(source, 'share post', value.id)
  const isShare = number === 1 && !(await findImported(tx, [shared])).has(shared)
  const end = ` - ${media?.type === 'video' ? 'Video' : 'Photo'} ${number}`
  const repaired = `${value.spot.name.slice(0, LIMITS.post_title_max - end.length)}${end}`
  const row_id = await importPost(tx, {
    user_id: author,
    spot_id,
    kind: isShare ? 'spot' : number === 1 ? 'on_demand' : 'repair',
    title: isShare ? value.spot.name : number === 1 ? `Media for ${spot_id}` : repaired,
    content: isShare ? value.spot.description : null,
    items: [{ media_index: 0, media_id }],
    ...value.when,
  })
  await rememberImported(tx, [
    { key: mediaKey(source, value.id, address), row_id: media_id },
    ...(isShare ? [{ key: shared, row_id }] : []),
  ])
  return media?.type === 'image' ? media_id : null
}
async function writeOne(context: ImportContext, tx: Tx, { value }: Item<SpotMedia>): Promise<Outcome> {
  const spot = await findSpotAndAuthor(context, tx, value)
  if (spot === null) return 'known'
  const { spot_id, author } = spot
  const missing = await findMissing(context, tx, value)
  if (author === null && missing.length > 0) return { refused: 'the author of its photos is unknown' }
  const images: (string | null)[] = []
  const taken = value.missing.filter(({ number }) => missing.some((one) => one.number === number))
  if (author !== null)
    for (const one of taken) images.push(await makePost(context, tx, value, { spot_id, author }, one))
  const covered = importKey(context.source, 'covered', value.id)
  const coverKey = mediaKey(context.source, value.id, value.cover ?? '')
  const known = await findImported(tx, [covered, coverKey])
  const cover = known.get(coverKey) ?? images.find((image) => image !== null)
  if (cover && !known.has(covered)) {
    await giveFirstCover(tx, spot_id, cover)
    await rememberImported(tx, [{ key: covered, row_id: cover }])
  }
  if (taken.length < missing.length)
    return { refused: `${missing.length - taken.length} of its photos and videos couldn't be imported` }
  return taken.length > 0 ? 'added' : 'known'
}
/**
 * Repairs spots whose photos and videos aren't in a post (SPOT-25, SPOT-26). Each photo or video gets a separate post,
 * and the cover's post becomes the one that shared the spot. Afterward, every spot has a cover that belongs to a post.
 */
export function legacySpotsTable(context: ImportContext): Table<SpotMedia> {
  return {
    name: 'photos of spots',
    batch: 20,
    read: (fields) => {
      const spot = readSpot(fields)
      if (typeof spot === 'string' || listAddresses(spot).every((address) => address === null)) return null
      fields.notes.length = 0
      return { ...spot, missing: [] }
    },
    prepare: async (items) => {
      for (const { where, value } of items) {
        const spot = await findSpotAndAuthor(context, context.db, value)
        if (spot === null || spot.author === null) continue
        for (const { address, number } of await findMissing(context, context.db, value)) {
          const media_id = await context.takeFile(spot.author, { where, address })
          if (media_id !== null) value.missing.push({ address, number, media_id })
        }
      }
    },
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(await writeOne(context, tx, item))
      return outcomes
    },
  }
}
