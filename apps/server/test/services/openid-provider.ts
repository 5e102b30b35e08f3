import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { OpenIdSettings } from '../../src/modules/accounts/index.ts'

/** A person's account at the provider. */
export type Person = { email?: string; email_verified?: boolean; name?: string }

/** An OpenID Connect provider on this computer. Its accounts are in `people`. */
export type OpenIdProvider = {
  issuer: string
  settings: OpenIdSettings
  people: Map<string, Person>
  /** Chooses who signs in next. */
  signsIn: (subject: string) => void
  /** Creates an ID token, signed with the provider's key or a forged one. */
  idToken: (
    claims: JWTPayload,
    options?: { forged?: boolean; audience?: string | string[]; issuer?: string; expires?: string },
  ) => Promise<string>
  close: () => Promise<void>
}

const CLIENT = { clientId: 'nollie', clientSecret: 'a secret between nollie and the provider' }
const RETURNS = ['oidc-club', 'sso-acme', 'sso-evil']
const KEY = { kid: 'first', alg: 'RS256', use: 'sig' }

function listening(server: Server) {
  return new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

// Treats everyone who signs in as having given consent.
async function loadExistingGrant(context: { oidc: Record<string, never> }) {
  const { provider, client, session } = context.oidc as unknown as {
    provider: Provider
    client: { clientId: string }
    session: { accountId: string }
  }
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** Starts a provider that signs people in without prompting them, and sends them back to `origin`. */
export async function startOpenIdProvider(origin: string): Promise<OpenIdProvider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const forged = await generateKeyPair('RS256')
  let handle: ReturnType<Provider['callback']> = () => {}
  const server = createServer((request, response) => handle(request, response))
  const issuer = await listening(server)
  const people = new Map<string, Person>()
  let subject = 'nobody'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: RETURNS.map((name) => `${origin}/auth/return/${name}`),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), ...KEY }] },
    cookies: { keys: ['of this provider alone'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    loadExistingGrant,
    interactions: { url: () => '/sign-in' },
    features: { devInteractions: { enabled: false } },
    ttl: { Session: 1, Grant: 60, AccessToken: 60, IdToken: 60, Interaction: 60 },
  })
  provider.use((context, next) =>
    context.path === '/sign-in'
      ? provider.interactionFinished(context.req, context.res, {
          login: { accountId: subject, remember: false },
        })
      : next(),
  )
  handle = provider.callback()
  return {
    issuer,
    people,
    settings: {
      kind: 'openid',
      provider: 'oidc-club',
      title: 'The club',
      issuer: new URL(issuer),
      ...CLIENT,
      appClientIds: ['nollie.app'],
      domains: null,
    },
    signsIn: (one) => {
      subject = one
    },
    idToken: (claims, options = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: KEY.alg, kid: KEY.kid })
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? 'nollie.app')
        .setIssuedAt()
        .setExpirationTime(options.expires ?? '5 minutes')
        .sign(options.forged ? forged.privateKey : own.privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Visits a URL at the provider as a browser would. Returns the return URL's path and parameters. */
export async function visit(address: string): Promise<{ path: string; params: Record<string, string> }> {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${response.status} ${await response.text()}`)
    const { origin } = url
    url = new URL(location, url)
    if (url.origin !== origin) return { path: url.pathname, params: Object.fromEntries(url.searchParams) }
  }
  throw new Error('too many redirects')
}
