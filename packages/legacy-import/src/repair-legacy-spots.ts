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

/**
 * Repairs spots whose photos and videos aren't in a post (SPOT-25, SPOT-26). Each photo or video gets a separate post,
 * and the cover's post becomes the one that shared the spot. Afterward, every spot has a cover that belongs to a post.
 */
export function legacySpotsTable(context: ImportContext): Table<SpotMedia> {
  const { source, db, takeFile } = context
  const mediaKey = (id: string, address: string) => importKey(source, 'spot media', id, address)
  const listAddresses = ({ cover, extras }: OldSpot) => [cover, ...extras]

  const find = async (on: ImportContext['db'], { id }: OldSpot) => {
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
  const findMissing = async (on: ImportContext['db'], value: OldSpot) => {
    const places = listAddresses(value).flatMap((address, i) =>
      address === null ? [] : [{ address, number: i + 1 }],
    )
    const known = await findImported(
      on,
      places.map(({ address }) => mediaKey(value.id, address)),
    )
    return places.filter(({ address }) => !known.has(mediaKey(value.id, address)))
  }

  const makePost = async (
    tx: Tx,
    value: SpotMedia,
    { spot_id, author }: { spot_id: string; author: string },
    { address, number, media_id }: Missing,
  ): Promise<string | null> => {
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
      { key: mediaKey(value.id, address), row_id: media_id },
      ...(isShare ? [{ key: shared, row_id }] : []),
    ])
    return media?.type === 'image' ? media_id : null
  }

  const writeOne = async (tx: Tx, { value }: Item<SpotMedia>): Promise<Outcome> => {
    const spot = await find(tx, value)
    if (spot === null) return 'known'
    const { spot_id, author } = spot
    const missing = await findMissing(tx, value)
    if (author === null && missing.length > 0) return { refused: 'the author of its photos is unknown' }
    const images: (string | null)[] = []
    const taken = value.missing.filter(({ number }) => missing.some((one) => one.number === number))
    if (author !== null)
      for (const one of taken) images.push(await makePost(tx, value, { spot_id, author }, one))
    const covered = importKey(source, 'covered', value.id)
    const coverKey = mediaKey(value.id, value.cover ?? '')
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
        const spot = await find(db, value)
        if (spot === null || spot.author === null) continue
        for (const { address, number } of await findMissing(db, value)) {
          const media_id = await takeFile(spot.author, { where, address })
          if (media_id !== null) value.missing.push({ address, number, media_id })
        }
      }
    },
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(await writeOne(tx, item))
      return outcomes
    },
  }
}
