import type { APIRequestContext } from '@playwright/test'

/** What a browser says of itself when the product's own page asks; the server refuses changes without it. */
export const ownSite = () => ({ origin: process.env.NOLLIE_URL as string, 'sec-fetch-site': 'same-origin' })

/** Who is signed in where this asks. */
export const idOf = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/session')).json()).user.user_id
