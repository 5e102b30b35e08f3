import type { Row } from './row.ts'

const nothing = () => ({})

/** Discover, search, discussions and shared content. */
export const COMMUNITY: Record<string, Row> = {
  'GET /api/discover': { send: nothing },
  'GET /api/search': { send: () => ({ query: { q: 'ledge' } }) },
  'GET /api/search/spots': { send: () => ({ query: { q: 'ledge' } }) },
}
