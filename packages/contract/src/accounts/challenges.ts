import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { issue } from '../sentences.ts'

/**
 * A solved challenge, for requests that were refused with WORK_NEEDED: the CAPTCHA token, or `challenge` and `solution`
 * as base64-encoded JSON.
 */
export const SolutionHeaders = z.looseObject({
  'x-solution': z.string().max(8000, issue`That’s not a solution to the challenge.`).optional(),
})

/**
 * A check that separates people from programs: proof of work by the device, or the CAPTCHA that the operator
 * configured.
 */
export const WorkChallenge = z
  .discriminatedUnion('kind', [
    /** An ALTCHA challenge as base64-encoded JSON. Its solution is valid once, for ten minutes. */
    z.object({ kind: z.literal('work'), challenge: z.string() }),
    z.object({
      kind: z.literal('captcha'),
      provider: z.enum(['turnstile', 'hcaptcha']),
      site_key: z.string(),
      script_url: z.string(),
    }),
  ])
  .meta({ id: 'WorkChallenge' })
/** See {@link WorkChallenge}. */
export type WorkChallenge = z.infer<typeof WorkChallenge>

/** Challenges for clients that sign up or trigger emails in large numbers. */
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
