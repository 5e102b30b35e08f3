import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, jwtVerify, SignJWT } from 'jose'
import type { AppleSettings, GithubSettings } from '../../src/modules/accounts/index.ts'

// Fakes for Apple and GitHub, based on how their docs describe the client protocol. The real ones would require
// Internet access.

type Handler = (request: IncomingMessage, url: URL, response: ServerResponse) => Promise<void> | void

async function listen(handle: Handler) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    Promise.resolve(handle(request, url, response)).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, body: object, status = 200) {
  return void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))
}

function answers(challenge: string | null, verifier: string | null): boolean {
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge
  )
}

async function readForm(request: IncomingMessage) {
  return new URLSearchParams(await text(request))
}

/** A person's account at GitHub. */
export type GithubPerson = {
  id: number
  login: string
  emails: { email: string; primary: boolean; verified: boolean }[]
}

/** Fakes GitHub sign-in: OAuth 2.0 with PKCE, errors with status 200, and an API that returns a token's owner. */
export async function startGithub() {
  let person: GithubPerson = { id: 0, login: 'nobody', emails: [] }
  const asked = new Map<string, URLSearchParams>()
  const tokens = new Map<string, GithubPerson>()
  const api: Record<string, (who: GithubPerson) => object> = {
    '/api/v3/user': ({ id, login }) => ({ id, login, email: null, name: null }),
    '/api/v3/user/emails': ({ emails }) => emails.map((one) => ({ ...one, visibility: null })),
  }
  const { url, close } = await listen(async (request, { pathname, searchParams }, response) => {
    if (pathname === '/login/oauth/authorize') {
      const code = randomBytes(10).toString('hex')
      asked.set(code, searchParams)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/login/oauth/access_token') {
      const form = await readForm(request)
      const wanted = asked.get(form.get('code') ?? '')
      asked.delete(form.get('code') ?? '')
      // Without this header, GitHub responds with form data.
      if (request.headers.accept !== 'application/json') throw new Error('answers are wanted as a form')
      if (form.get('client_secret') !== 'github secret')
        return send(response, { error: 'incorrect_client_credentials' })
      if (!wanted || !answers(wanted.get('code_challenge'), form.get('code_verifier')))
        return send(response, { error: 'bad_verification_code', error_description: 'The code is incorrect.' })
      const access_token = `gho_${randomBytes(10).toString('hex')}`
      tokens.set(access_token, person)
      return send(response, { access_token, scope: 'user:email', token_type: 'bearer' })
    }
    const who = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    const answer = api[pathname]
    if (!who || !request.headers['user-agent']) return send(response, { message: 'Bad credentials' }, 401)
    return answer ? send(response, answer(who)) : send(response, { message: 'Not Found' }, 404)
  })
  const settings: GithubSettings = {
    kind: 'github',
    provider: 'github',
    title: 'GitHub',
    clientId: 'nollie',
    clientSecret: 'github secret',
    site: new URL(url),
    api: new URL('/api/v3/', url),
  }
  return {
    settings,
    close,
    signsIn: (one: GithubPerson) => {
      person = one
    },
  }
}

/** A person's account at Apple. */
export type ApplePerson = { sub: string; email: string; isHidden?: boolean }

/** Fakes Apple sign-in: its page posts a form, clients sign with a key, and booleans are strings. */
export async function startApple() {
  const client = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let person: ApplePerson = { sub: 'nobody', email: 'nobody@example.com' }
  const asked = new Map<string, URLSearchParams>()
  const { url, close } = await listen(async (request, { pathname, searchParams, origin: _ }, response) => {
    if (pathname === '/.well-known/openid-configuration')
      return send(response, {
        issuer: url,
        authorization_endpoint: `${url}/auth/authorize`,
        token_endpoint: `${url}/auth/token`,
        jwks_uri: `${url}/auth/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['pairwise'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'email', 'name'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    if (pathname === '/auth/keys')
      return send(response, {
        keys: [{ ...(await exportJWK(own.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' }],
      })
    if (pathname === '/auth/authorize') {
      // Otherwise, Apple refuses to share an email address.
      if (searchParams.get('response_mode') !== 'form_post')
        return send(response, { error: 'invalid_request' }, 400)
      const code = randomBytes(10).toString('hex')
      asked.set(code, searchParams)
      const form = { code, state: searchParams.get('state'), user: '{"name":{"firstName":"Ada"}}' }
      return send(response, { action: searchParams.get('redirect_uri'), form })
    }
    const form = await readForm(request)
    const wanted = asked.get(form.get('code') ?? '')
    asked.delete(form.get('code') ?? '')
    const isClient = await jwtVerify(form.get('client_secret') ?? '', client.publicKey, {
      issuer: 'TEAM',
      subject: 'nollie.web',
      audience: url,
      algorithms: ['ES256'],
    }).then(
      ({ protectedHeader }) => protectedHeader.kid === 'KEY',
      () => false,
    )
    if (!isClient) return send(response, { error: 'invalid_client' }, 400)
    if (!wanted || !answers(wanted.get('code_challenge'), form.get('code_verifier')))
      return send(response, { error: 'invalid_grant' }, 400)
    const { sub, email, isHidden = false } = person
    const id_token = await new SignJWT({
      sub,
      email,
      email_verified: 'true',
      nonce: wanted.get('nonce'),
      nonce_supported: true,
      ...(isHidden && { is_private_email: 'true' }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'apple' })
      .setIssuer(url)
      .setAudience('nollie.web')
      .setIssuedAt()
      .setExpirationTime('1 day')
      .sign(own.privateKey)
    return send(response, {
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'r',
      id_token,
    })
  })
  const settings: AppleSettings = {
    kind: 'apple',
    provider: 'apple',
    title: 'Apple',
    issuer: new URL(url),
    clientId: 'nollie.web',
    teamId: 'TEAM',
    keyId: 'KEY',
    key: client.privateKey,
    appClientIds: [],
  }
  return {
    settings,
    close,
    signsIn: (one: ApplePerson) => {
      person = one
    },
  }
}
