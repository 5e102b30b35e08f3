import type { Api } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { stagesOf } from './filters.queries.ts'
import { withinSearchTime } from './map.queries.ts'

/** A spot as the search field offers it. */
export type Suggestion = Api['GET /api/spots/suggestions']['answer']['items'][number]

const CANDIDATES = 200

const isOutOfTime = (problem: unknown): boolean => (problem as { code?: string }).code === '57014'

const selectStages = async (db: Db, q: string, most: number, found: Suggestion[]): Promise<void> => {
  for (const stage of stagesOf(q)) {
    if (found.length >= most) return
    const { rows } = await sql<Suggestion>`
      select id, name, city, state, country, spot_type, latitude, longitude
      from (
        select * from spots s
        where ${stage} and s.deleted_at is null and s.id <> all (${found.map(({ id }) => id)}::uuid[])
        limit ${CANDIDATES}
      ) candidate
      order by length(name), search_name, id
      limit ${most - found.length}`.execute(db)
    found.push(...rows)
  }
}

/**
 * At most `most` spots whose name, else description or place, a typed text may mean; the best stage first. What was
 * found when the time is up is the answer.
 */
export const selectSuggestions = async (db: Db, q: string, most: number): Promise<Suggestion[]> => {
  const found: Suggestion[] = []
  try {
    await withinSearchTime(db, (tx) => selectStages(tx, q, most, found))
  } catch (problem) {
    if (!isOutOfTime(problem)) throw problem
  }
  return found
}
