import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { issue } from '../sentences.ts'

/**
 * A solved challenge, for requests that were refused with WORK_NEEDED: the token of the CAPTCHA, or, as JSON in base64,
 * the `challenge` and its `solution`.
 */
export const SolutionHeaders = z.looseObject({
  'x-solution': z.string().max(8000, issue`That’s not a solution to the challenge.`).optional(),
})

/** What distinguishes people from programs: work of their device, or the CAPTCHA that the operator configured. */
export const WorkChallenge = z
  .discriminatedUnion('kind', [
    /** A challenge of ALTCHA, its JSON in base64. Its solution counts once, for ten minutes. */
    z.object({ kind: z.literal('work'), challenge: z.string() }),
    z.object({
      kind: z.literal('captcha'),
      provider: z.enum(['turnstile', 'hcaptcha']),
      site_key: z.string(),
      script_url: z.string(),
    }),
  ])
  .meta({ id: 'WorkChallenge' })
/** What {@link WorkChallenge} describes. */
export type WorkChallenge = z.infer<typeof WorkChallenge>

/** Challenges for who signs up, or has mails sent, in great numbers. */
export const challengeEndpoints = {
  requestChallenge: endpoint('POST /api/auth/challenges', {
    summary:
      'A challenge for requests that are refused with WORK_NEEDED; they take its solution in the header `X-Solution`',
    policy: 'anyone',
    rate: 'write',
    answer: WorkChallenge,
    errors: ['NOT_FOUND'],
  }),
}
