import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const outboxEndpoints = {
  outboxPage: endpoint('GET /dev/outbox', {
    summary:
      'Mails that no mail server was there to send, as a page; only for the machine the server runs on, and only with the key that its start prints',
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
    summary: 'How one of those mails looks',
    policy: 'anyone',
    rate: 'read',
    params: z.object({ mail: z.string().max(120) }),
    status: 200,
  }),
}
