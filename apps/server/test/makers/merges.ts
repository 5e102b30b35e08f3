import { v7 as uuid } from 'uuid'
import type { TestApp } from '../world/app.ts'
import type { TestPerson } from '../actors/people.ts'
import { aSpotRow } from './posts.ts'

/** Merges two of a person's new spots. Returns the merge's id. */
export async function aMerge({ app, db }: TestApp, { user_id, bearer }: TestPerson): Promise<string> {
  const [into, other_id] = [await aSpotRow(db, user_id), await aSpotRow(db, user_id)]
  const response = await app.inject({
    method: 'POST',
    url: `/api/spots/${into}/merge`,
    headers: { ...bearer, 'idempotency-key': uuid() },
    payload: { other_id },
  })
  return response.json<{ merge_id: string }>().merge_id
}
