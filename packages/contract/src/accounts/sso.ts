import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isText } from '../texts.ts'
import { Challenge } from './sign-in-codes.ts'
import { ProviderName, ProviderRequested } from './providers.ts'
import { issue } from '../sentences.ts'

const DOMAIN_MAX = 253

/** The part of an email address after the `@`. */
export const Domain = z
  .string()
  .trim()
  .min(1, issue`Enter your work or school email.`)
  .max(DOMAIN_MAX, issue`This domain is too long.`)
  .refine(isText, issue`That’s not a valid domain.`)

/** Signs in through the person's organization. */
export const ssoEndpoints = {
  requestSso: endpoint('POST /api/auth/sso', {
    summary:
      'Start signing in with an organization, found by one of its email domains or its name in the configuration. Returns the URL to open. Send the parameters of the return URL to `POST /api/auth/provider-sign-ins`.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z
      .object({ domain: Domain.optional(), provider: ProviderName.optional(), code_challenge: Challenge })
      .refine(({ domain, provider }) => (domain === undefined) !== (provider === undefined), {
        message: issue`Send either a domain or a provider.`,
        path: ['domain'],
      }),
    status: 201,
    answer: ProviderRequested.extend({ provider: z.string(), title: z.string() }),
    errors: ['SSO_UNKNOWN', 'PROVIDER_DOWN'],
  }),
}
