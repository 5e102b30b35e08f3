import { drawSpot, SAMPLE_MEMBERS, SAMPLE_SPOTS, type SampleMember, type SampleSpot } from '@nollie/sample'
import sharp from 'sharp'
import { v5 as uuidFrom } from 'uuid'
import type { Db } from '../db/open.ts'
import { ensureClosedAccount } from '../modules/accounts/index.ts'
import type { MediaModule } from '../modules/media/index.ts'
import { describeProfile } from '../modules/profiles/index.ts'
import { createSpot, withAddress } from '../modules/spots/index.ts'
import { namesSharedBy } from './sample.queries.ts'

/**
 * Ids of the sample's people are derived from this and their names, so that they are the same in every installation.
 */
const NAMESPACE = '5d0c9c0e-6c1f-4d8e-9a64-2b7f3a1c8e55'
const DAY = 86_400_000

export type SampleDeps = {
  db: Db
  media: Pick<MediaModule, 'addPicture'>
  /** Prints a line before each spot is created. */
  print: (line: string) => void
  spots?: readonly SampleSpot[]
}

async function makeMember(db: Db, { username, full_name, bio }: SampleMember): Promise<string> {
  const id = uuidFrom(username, NAMESPACE)
  await db.transaction().execute(async (tx) => {
    const isNew = await ensureClosedAccount(tx, { id, username, email: `${username}@sample.invalid` })
    if (isNew) await describeProfile(tx, id, { full_name, bio })
  })
  return id
}

function drawPictures({ name, types, ground }: SampleSpot): Promise<Buffer[]> {
  return Promise.all(
    [...types.slice(0, 3), ...(types.length === 1 ? types : [])].map((type, i) =>
      sharp(Buffer.from(drawSpot(type, `${name} ${i}`, ground)))
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
}

async function share(
  { db, media }: SampleDeps,
  sample: SampleSpot,
  user_id: string,
  age: number,
): Promise<void> {
  const media_ids: string[] = []
  for (const picture of await drawPictures(sample)) media_ids.push(await media.addPicture(user_id, picture))
  const spot = await withAddress({
    name: sample.name,
    description: sample.description,
    address: null,
    city: sample.city,
    state: null,
    country: sample.country,
    postal_code: null,
    latitude: sample.position[0],
    longitude: sample.position[1],
    difficulty_level: sample.level,
    spot_types: [...sample.types],
    media_ids,
  })
  const created_at = new Date(Date.now() - age).toISOString()
  await db.transaction().execute((tx) => createSpot(tx, user_id, spot, { created_at }))
}

/**
 * Adds the well-known spots that are missing, each as if one of the sample's members had shared it, and returns how
 * many were added. Deleted spots stay deleted.
 */
export async function addSample(deps: SampleDeps): Promise<number> {
  const { db, print, spots = SAMPLE_SPOTS } = deps
  const members: string[] = []
  for (const member of SAMPLE_MEMBERS) members.push(await makeMember(db, member))
  const known = await namesSharedBy(db, members)
  let added = 0
  for (const [i, spot] of spots.entries()) {
    if (known.has(spot.name)) continue
    print(`${spot.name}, ${spot.city}`)
    // The last spot in the list is the newest; spots are about two days apart.
    const age = (spots.length - i) * 2 * DAY + ((i * 7) % 11) * 3_600_000
    await share(deps, spot, members[i % members.length] ?? '', age)
    added += 1
  }
  return added
}
