import type { Api } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { stagesOf } from './filters.queries.ts'
import { withinSearchTime } from './map.queries.ts'

/** A spot as the search field offers it. */
export type Suggestion = Api['GET /api/spots/suggestions']['answer']['items'][number]

const CANDIDATES = 200

/** At most `most` spots whose name, else description or place, a typed text may mean; the best stage first. */
export const selectSuggestions = (db: Db, q: string, most: number): Promise<Suggestion[]> =>
  withinSearchTime(db, async (tx) => {
    const found: Suggestion[] = []
    for (const stage of stagesOf(q)) {
      const { rows } = await sql<Suggestion>`
        select id, name, city, state, country, spot_type, latitude, longitude
        from (
          select * from spots s
          where ${stage} and s.deleted_at is null and s.id <> all (${found.map(({ id }) => id)}::uuid[])
          limit ${CANDIDATES}
        ) candidate
        order by length(name), search_name, id
        limit ${most - found.length}`.execute(tx)
      found.push(...rows)
      if (found.length >= most) break
    }
    return found
  })
