import * as openid from 'openid-client'
import { z } from 'zod'
import { parseClaim } from './provider-claims.ts'
import { type FetchLimits, ProviderDown, type ProviderFetch, providerFetch } from './provider-fetch.ts'
import type { Claim, GithubSettings, Provider } from './provider-types.ts'

const User = z.object({ id: z.number().int().positive(), login: z.string() })
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

function buildConfig({ site, clientId, clientSecret }: GithubSettings, get: ProviderFetch) {
  const at = (path: string) => new URL(path, site).href
  const server = {
    issuer: at('/login/oauth'),
    authorization_endpoint: at('/login/oauth/authorize'),
    token_endpoint: at('/login/oauth/access_token'),
  }
  const config = new openid.Configuration(server, clientId, {}, openid.ClientSecretPost(clientSecret))
  config[openid.customFetch] = get
  if (site.protocol === 'http:') openid.allowInsecureRequests(config)
  return config
}

async function read<T>(get: ProviderFetch, url: URL, token: string, shape: z.ZodType<T>): Promise<T> {
  const response = await get(url.href, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'Nollie',
      'x-github-api-version': '2022-11-28',
    },
  })
  if (response.status !== 200) throw new Error(`responded with ${response.status}`)
  const body: unknown = await response.json().catch(() => null)
  const parsed = shape.safeParse(body)
  if (!parsed.success) throw new ProviderDown('sent an unexpected response')
  return parsed.data
}

/**
 * Creates a provider for GitHub, which uses OAuth 2.0 without OpenID Connect. GitHub's own API identifies the person.
 * Uses the primary email address if GitHub has verified it.
 */
export function githubProvider(settings: GithubSettings, limits?: FetchLimits): Provider {
  const { provider, title, site, api } = settings
  const get = providerFetch(limits)
  const config = buildConfig(settings, get)
  return {
    provider,
    title,
    key: site.href,
    domains: null,
    answersByForm: false,
    confirm: null,
    readIdToken: null,
    begin: async ({ state, verifier, returnTo }) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: 'user:email',
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    exchange: async ({ code, iss }, { state, verifier, returnTo }): Promise<Claim> => {
      const url = new URL(returnTo)
      url.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const { access_token } = await openid.authorizationCodeGrant(config, url, checks)
      const user = await read(get, new URL('user', api), access_token, User)
      const addresses = await read(get, new URL('user/emails', api), access_token, Addresses)
      const primary = addresses.find((one) => one.primary)
      const claim = parseClaim({
        sub: String(user.id),
        ...(primary && { email: primary.email, email_verified: primary.verified }),
      })
      return { ...claim, label: user.login }
    },
  }
}
