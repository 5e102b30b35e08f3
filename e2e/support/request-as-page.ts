import type { APIRequestContext } from '@playwright/test'

/** Headers of a request by the product's own page, without which the server refuses changes. */
export const ownSite = () => ({ origin: process.env.NOLLIE_URL as string, 'sec-fetch-site': 'same-origin' })

/** The id of the person signed in to this request context. */
export const fetchUserId = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/session')).json()).user.user_id
