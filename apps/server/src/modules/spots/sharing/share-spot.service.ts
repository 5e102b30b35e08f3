import type { NewSpot, Spot } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../../db/idempotent.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { refusedField } from '../../../platform/http/index.ts'
import { requireMemberWhoShares } from '../../crews/index.ts'
import { takeDraft } from '../../drafts/index.ts'
import { attachMedia, releaseMedia } from '../../media/index.ts'
import { findPlaceAt } from '../../places/index.ts'
import { createPost } from '../../posts/index.ts'
import { insertSpot } from '../spots.queries.ts'
import { requireSpot } from '../spots.service.ts'
import { toAudienceColumns } from '../audience-columns.ts'
import { readPlaces, whereNewShown } from '../positions/precision.service.ts'
import { say } from '../../../platform/languages/index.ts'

/** The form shows this error next to the field. */
const NO_PHOTO = say`Please upload at least one photo of the spot`

/** An imported record's origin: its source, id, and license. */
export type SourceRecord = {
  name: string
  id: string
  licence: string
  url: string | null
  /** The dataset in which ids are unique. Absent if it's unknown. */
  dataset?: string | null
}

/** Returns the columns for a spot's origin. */
export function toSourceColumns(source: SourceRecord | undefined) {
  return (
    source && {
      source: source.name,
      source_id: source.id,
      source_dataset: source.dataset ?? null,
      source_licence: source.licence,
      source_url: source.url,
    }
  )
}

type Address = Pick<NewSpot, 'city' | 'state' | 'country' | 'postal_code' | 'latitude' | 'longitude'>

/** Fills in the city, state, and country from the gazetteer if the person left any of them out. */
export async function withAddress<T extends Address>(spot: T): Promise<T> {
  if (spot.city && spot.state && spot.country) return spot
  const found = await findPlaceAt(spot.latitude, spot.longitude)
  return {
    ...spot,
    city: spot.city ?? found.city,
    state: spot.state ?? found.state,
    country: spot.country ?? found.country,
    postal_code: spot.postal_code ?? found.postal_code,
  }
}

/**
 * Creates a spot with its first post and media, in the caller's transaction. Returns its id. The first photo becomes
 * the cover.
 * @throws Refusal BAD_REQUEST without a photo, CREW_NOT_FOUND, and errors from `attachMedia`
 */
export async function createSpot(
  tx: Tx,
  user_id: string,
  {
    media_ids,
    alt_texts,
    audience = 'everybody',
    crew_id = null,
    precision = 'exact',
    exact_for = 'only_me',
    opens_at,
    ...spot
  }: Omit<NewSpot, 'draft_id'>,
  { source, created_at }: { source?: SourceRecord; created_at?: string } = {},
): Promise<string> {
  const id = uuid()
  if (crew_id) await requireMemberWhoShares(tx, user_id, crew_id)
  const media = await attachMedia(tx, user_id, media_ids, alt_texts)
  const cover = media.find(({ type, status }) => type === 'image' && status === 'ready')
  if (!cover) throw refusedField('BAD_REQUEST', 'media_ids', NO_PHOTO)
  const when = created_at ? { created_at } : {}
  const { shown, store } = await whereNewShown(id, precision, spot)
  await insertSpot(tx, {
    id,
    ...spot,
    ...shown,
    precision,
    crew_id,
    ...toAudienceColumns({ audience, exact_for, opens_at }),
    ...toSourceColumns(source),
    ...when,
    cover_media_id: cover.id,
    created_by: user_id,
  })
  await store(tx)
  await createPost(tx, {
    user_id,
    spot_id: id,
    kind: 'spot',
    title: spot.name,
    content: spot.description,
    media_ids,
    ...when,
  })
  return id
}

/**
 * Shares a spot, once per idempotency key. Its draft is deleted in the same transaction.
 * @throws Refusal as {@link createSpot}; DRAFT_NOT_FOUND, IN_PROGRESS, KEY_REUSED
 */
export async function shareSpot(db: Db, user_id: string, key: string, body: NewSpot): Promise<Spot> {
  // Load the gazetteer before the transaction, because the first load is slow and shouldn't extend a lock.
  const { draft_id, ...spot } = await withAddress(body)
  await readPlaces(spot.precision)
  return idempotent(db, { user_id, key, body }, async (tx) => {
    const files = draft_id ? await takeDraft(tx, user_id, draft_id) : []
    const id = await createSpot(tx, user_id, spot)
    // Release only the draft's files that the person left out of the spot.
    await releaseMedia(tx, files)
    return requireSpot(tx, user_id, id)
  })
}
