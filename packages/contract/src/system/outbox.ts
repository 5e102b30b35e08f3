import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const outboxEndpoints = {
  outboxPage: endpoint('GET /dev/outbox', {
    summary:
      'Get a web page with the emails that weren’t sent because no mail server is configured. Works only from the server itself, with the key printed at startup.',
    policy: 'anyone',
    rate: 'read',
    /**
     * The key, which becomes a cookie. If both the key and the cookie are missing, the page only explains where to find
     * the key.
     */
    query: z.object({ key: z.string().max(100).optional() }),
    status: 200,
  }),
  outboxMail: endpoint('GET /dev/outbox/:mail', {
    summary: 'Get the HTML of an email on the outbox page',
    policy: 'anyone',
    rate: 'read',
    params: z.object({ mail: z.string().max(120) }),
    status: 200,
  }),
}
