import { createRemoteJWKSet, customFetch as keysFetch, type JWTPayload, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { parseClaim } from './provider-claims.ts'
import { type FetchLimits, ProviderDown, type ProviderFetch, providerFetch } from './provider-fetch.ts'
import { byAppleKey } from './provider-apple.ts'
import type { AppleSettings, Claim, OpenIdSettings, Provider } from './provider-types.ts'

type Settings = OpenIdSettings | AppleSettings

const DISCOVERED_MS = 3_600_000
const TOLERANCE_S = 60
/** Accepts only signatures with the issuer's own key, never `none` or signatures with a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

type Discovered = { config: openid.Configuration; keys: ReturnType<typeof createRemoteJWKSet>; at: number }

function isPlain(issuer: URL) {
  return issuer.protocol === 'http:'
}

// The default in RFC 7591 for providers that don't list their methods.
function bySecret(secret: string): openid.ClientAuth {
  return (server, ...rest) => {
    const isBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    return (isBasic ? openid.ClientSecretBasic : openid.ClientSecretPost)(secret)(server, ...rest)
  }
}

async function discover(settings: Settings, get: ProviderFetch): Promise<Discovered> {
  const { issuer, clientId } = settings
  const config = await openid.discovery(
    issuer,
    clientId,
    { [openid.clockTolerance]: TOLERANCE_S },
    settings.kind === 'apple' ? byAppleKey(settings) : bySecret(settings.clientSecret),
    {
      [openid.customFetch]: get,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(isPlain(issuer) ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
  const { jwks_uri = '' } = config.serverMetadata()
  const keys = createRemoteJWKSet(new URL(jwks_uri), { [keysFetch]: get })
  return { config, keys, at: Date.now() }
}

// If the provider doesn't respond, the cached document remains in use.
function discoveries(settings: Settings, get: ProviderFetch) {
  let known: Discovered | null = null
  return async (): Promise<Discovered> => {
    if (known && Date.now() - known.at < DISCOVERED_MS) return known
    try {
      known = await discover(settings, get)
    } catch (error) {
      if (!known) throw new ProviderDown('has no valid discovery document', { cause: error })
      known = { ...known, at: Date.now() }
    }
    return known
  }
}

// If there are several audiences, the token must have been issued to one of our clients.
function requireOneAudience({ aud, azp }: JWTPayload, audience: readonly string[]): void {
  if (Array.isArray(aud) && aud.length > 1 && !audience.includes(String(azp)))
    throw new Error('the token was also issued to another client')
}

// Apple sends email addresses only to clients that support form responses.
const WANTED = {
  openid: { scope: 'openid email profile' },
  apple: { scope: 'openid email', response_mode: 'form_post' },
}

/** Creates a provider for standard OpenID Connect, or for Apple's variant of it. */
export function openIdProvider(settings: Settings, limits?: FetchLimits): Provider {
  const { provider, title, issuer, clientId, appClientIds } = settings
  const get = providerFetch(limits)
  const discovered = discoveries(settings, get)
  const domains = settings.kind === 'openid' ? settings.domains : null
  const audience = [clientId, ...appClientIds]
  return {
    provider,
    title,
    key: issuer.href,
    domains,
    answersByForm: settings.kind === 'apple',
    confirm: null,
    begin: async ({ state, nonce, verifier, returnTo }) => {
      const { config } = await discovered()
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        ...WANTED[settings.kind],
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    exchange: async ({ code, iss }, { state, nonce, verifier, returnTo }): Promise<Claim> => {
      const { config } = await discovered()
      const url = new URL(returnTo)
      url.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('there is no ID token')
      if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint)
        return parseClaim(claims, domains)
      const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return parseClaim({ ...more, ...claims }, domains)
    },
    readIdToken: async (token, nonce) => {
      const { config, keys } = await discovered()
      const { payload } = await jwtVerify(token, keys, {
        issuer: config.serverMetadata().issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: TOLERANCE_S,
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      })
      requireOneAudience(payload, audience)
      if (payload.nonce !== nonce) throw new Error('the token belongs to a different request')
      return parseClaim(payload, domains)
    },
  }
}
