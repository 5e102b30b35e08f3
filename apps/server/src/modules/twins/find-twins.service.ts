import type { Db, Tx } from '../../db/open.ts'
import { hashOldPictures, type MediaModule } from '../media/index.ts'
import { measureLikeness, metresBetween, TWIN_METRES } from '../spots/index.ts'
import {
  type ComparedSpot,
  findProgress,
  type FoundPair,
  queueOldSpots,
  saveProgress,
  selectAlikePictures,
  selectCandidates,
  storePairs,
  takeQueued,
} from './find-twins.queries.ts'

/** Number of spots compared per transaction. */
const BATCH = 50
/** Maximum amount of work per night. The next run continues where this one ended. */
const NIGHT = { spots: 50_000, oldSpots: 20_000, pictures: 2_000 }
const PICTURES_AT_ONCE = 100

type Compared = FoundPair & { one: ComparedSpot; other: ComparedSpot }

async function closePairs(tx: Tx, spots: readonly ComparedSpot[]): Promise<Compared[]> {
  const pairs = new Map<string, Compared>()
  for (const { slot, ...other } of await selectCandidates(tx, spots, TWIN_METRES)) {
    const one = spots[slot]
    if (!one) continue
    const metres = metresBetween(one, other)
    if (metres > TWIN_METRES) continue
    const [spot_id, other_id] = one.id < other.id ? [one.id, other.id] : [other.id, one.id]
    pairs.set(`${spot_id} ${other_id}`, {
      spot_id,
      other_id,
      metres,
      one,
      other,
      likeness: 0,
      same_picture: false,
    })
  }
  return [...pairs.values()]
}

/** Compares up to {@link BATCH} queued spots with nearby ones. Returns how many, or 0 if the queue is empty. */
function compareQueued(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const spots = await takeQueued(tx, BATCH)
    if (spots === null) return 0
    const close = await closePairs(tx, spots)
    const alike = await selectAlikePictures(tx, close)
    const found = close.flatMap(({ one, other, ...pair }, n) => {
      const same_picture = alike.has(n)
      const how = measureLikeness(one, other, { metres: pair.metres, same_picture })
      return how > 0 ? [{ ...pair, same_picture, likeness: how }] : []
    })
    await storePairs(
      tx,
      spots.map(({ id }) => id),
      found,
    )
    return Math.max(1, spots.length)
  })
}

async function sumUpOldPictures(db: Db, media: MediaModule): Promise<void> {
  for (let done = 0; done < NIGHT.pictures; done += PICTURES_AT_ONCE) {
    const last = await hashOldPictures(media.parts, await findProgress(db, 'pictures'), PICTURES_AT_ONCE)
    if (last === null) return
    await saveProgress(db, 'pictures', last)
  }
}

function queueOld(db: Db): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const last = await queueOldSpots(tx, await findProgress(tx, 'spots'), NIGHT.oldSpots)
    if (last !== null) await saveProgress(tx, 'spots', last)
  })
}

/**
 * The nightly job. It hashes old images, queues older spots, and compares queued spots with nearby ones. Each batch is
 * one transaction, so an interrupted process loses at most one, and several processes can share the queue.
 */
export async function findTwins({ db, media }: { db: Db; media: MediaModule }): Promise<void> {
  await sumUpOldPictures(db, media)
  await queueOld(db)
  for (let done = 0; done < NIGHT.spots; ) {
    const compared = await compareQueued(db)
    if (compared === 0) return
    done += compared
  }
}
