import type { APIRequestContext } from '@playwright/test'

/** Returns headers for requests from the product's own page. Without them, the server refuses changes. */
export function ownSite() {
  return { origin: process.env.NOLLIE_URL as string, 'sec-fetch-site': 'same-origin' }
}

/** Returns the ID of the person signed in to this request context. */
export async function fetchUserId(request: APIRequestContext): Promise<string> {
  return (await (await request.get('/api/session')).json()).user.user_id
}
