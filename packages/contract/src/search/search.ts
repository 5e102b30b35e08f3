import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { FoundSpot } from '../map/index.ts'
import { Cursor, Person } from '../shapes.ts'
import { Filled, Text } from '../texts.ts'
import { SpotCard } from '../spots/index.ts'

const SearchText = Text(LIMITS.search_max).pipe(Filled)

/** The number of matches, capped at `LIMITS.search_results_max`; `more` means that there are more than that. */
const Count = { count: z.number().int(), more: z.boolean() }

/** Searches people and spots; `findPeople` pages through all matching people. */
export const searchEndpoints = {
  search: endpoint('GET /api/search', {
    summary:
      'Search for people and spots. Returns the five best people (never the viewer), the five best spots, and how many of each match.',
    policy: 'member',
    scope: 'people:read',
    rate: 'read',
    query: z.object({ q: SearchText }),
    answer: z.object({
      people: z.object({ items: z.array(Person), ...Count }),
      spots: z.object({ items: z.array(FoundSpot), ...Count }),
    }),
  }),
  searchSpots: endpoint('GET /api/search/spots', {
    summary: `List the cards of spots that match a search, best match first, in pages. There are at most ${LIMITS.search_results_max} results.`,
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ q: SearchText, cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(SpotCard), next_cursor: Cursor.nullable(), ...Count }),
    errors: ['BAD_CURSOR'],
  }),
}
