import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { issue } from '../sentences.ts'

/**
 * A solved challenge, for retrying a request that failed with WORK_NEEDED: the CAPTCHA token, or `challenge` and
 * `solution` as base64-encoded JSON.
 */
export const SolutionHeaders = z.looseObject({
  'x-solution': z.string().max(8000, issue`That’s not a solution to the challenge.`).optional(),
})

/** A test that distinguishes people from bots: proof of work on the device, or the operator's CAPTCHA. */
export const WorkChallenge = z
  .discriminatedUnion('kind', [
    /** An ALTCHA challenge as base64-encoded JSON. Its solution can be used once, within ten minutes. */
    z.object({ kind: z.literal('work'), challenge: z.string() }),
    z.object({
      kind: z.literal('captcha'),
      provider: z.enum(['turnstile', 'hcaptcha']),
      site_key: z.string(),
      script_url: z.string(),
    }),
  ])
  .meta({ id: 'WorkChallenge' })
/** A test that distinguishes people from bots. */
export type WorkChallenge = z.infer<typeof WorkChallenge>

/** Challenges for clients that sign up or trigger emails too often. */
export const challengeEndpoints = {
  requestChallenge: endpoint('POST /api/auth/challenges', {
    summary:
      'Create a challenge for retrying a request that was refused with `WORK_NEEDED`. Send its solution in the `X-Solution` header.',
    policy: 'anyone',
    rate: 'write',
    answer: WorkChallenge,
    errors: ['NOT_FOUND'],
  }),
}
