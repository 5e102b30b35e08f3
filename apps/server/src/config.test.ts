import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { selfSigned } from '../test/makers/certificate.ts'
import { readEnvironment, readConfig, VARIABLES } from './config.ts'
import { readOrCreateSecret } from './platform/persistent-secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('defaults: port 3000 on this machine only, embedded database, outbox, automatic map', () => {
  const config = readConfig({ PORT: '', SMTP_URL: '  ' })
  expect(config).toMatchObject({
    port: 3000,
    host: 'localhost',
    databaseUrl: null,
    smtpUrl: null,
    mapStyle: 'auto',
    geoipDb: null,
    locationServices: [],
    placesUrl: null,
    googleMapsKey: null,
    operator: { name: null, contact: null },
    unused: [],
  })
  expect(isAbsolute(config.dataDir)).toBe(true)
  expect(Object.isFrozen(config)).toBe(true)
})

test('a direct address without a pooler makes the start fail', () => {
  expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgresql://a@b/c' })).toThrow(
    /^DATABASE_DIRECT_URL needs DATABASE_URL/,
  )
})

test("replicas are a list of URLs, only for the operator's own database", () => {
  const DATABASE_URL = 'postgresql://a@localhost/c'
  expect(
    readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: 'postgresql://a@127.0.0.1/c, postgres://a@[::1]/c' })
      .databaseReplicaUrls,
  ).toEqual(['postgresql://a@127.0.0.1/c', 'postgres://a@[::1]/c'])
  expect(() => readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: 'postgresql://a@d/c,elsewhere' })).toThrow(
    /^DATABASE_REPLICA_URL must be an address like/,
  )
  expect(() => readConfig({ DATABASE_REPLICA_URL: DATABASE_URL })).toThrow(
    /^DATABASE_REPLICA_URL needs DATABASE_URL/,
  )
})

test("the embedded database archives a week by default, but never the operator's own database", () => {
  expect(readConfig({}).archive).toEqual({ days: 7, maxBytes: 10 * 1024 ** 3 })
  expect(readConfig({ BACKUP_DAYS: '30', BACKUP_MAX_GB: '2' }).archive).toEqual({
    days: 30,
    maxBytes: 2 * 1024 ** 3,
  })
  expect(readConfig({ BACKUP_DAYS: '0' }).archive).toBe(null)
  const own = readConfig({ DATABASE_URL: 'postgresql://a@localhost/c', BACKUP_DAYS: '7' })
  expect([own.archive, own.warnings]).toEqual([null, [expect.stringContaining('BACKUP_DAYS')]])
  expect(() => readConfig({ BACKUP_DAYS: '31' })).toThrow('BACKUP_DAYS must be days')
})

test('reports all invalid values together, one readable line each', () => {
  const wrong = {
    PORT: '70000',
    PUBLIC_URL: 'nollie.example',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'mail.example',
    SMS_URL: 'twilio://nobody@api.twilio.com',
    SMS_COUNTRIES: 'DE, Austria',
    SMS_DAILY_MAX: 'many',
    WALLETS: 'bitcoin',
    MAP_STYLE_URL: 'google',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: '10.0.0.1; rm',
    S3_ENDPOINT: 'minio',
    FETCH_PHOTO_URLS: 'yes',
    CONTACT_EMAIL: 'nobody',
  }
  let message = ''
  try {
    readConfig(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  const lines = message.split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(Object.keys(wrong)))
  expect(lines).toHaveLength(14)
  for (const line of lines) expect(line).toMatch(/^[A-Z0-9_]+ must /)
})

test('a bucket needs all of its variables; MEDIA_STORE selects where new files are stored', () => {
  const env = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'nollie',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readConfig({})).toMatchObject({ s3: null, mediaStore: 'disk' })
  expect(readConfig(env)).toMatchObject({
    s3: { endpoint: 'https://s3.example', bucket: 'nollie', region: 'us-east-1', accessKeyId: 'key' },
    mediaStore: 's3',
  })
  expect(readConfig({ ...env, MEDIA_STORE: 'disk', S3_REGION: 'eu-central-1' })).toMatchObject({
    s3: { region: 'eu-central-1' },
    mediaStore: 'disk',
  })
  for (const name of Object.keys(env))
    expect(() => readConfig({ ...env, [name]: '' })).toThrow(`${name} must be set`)
  for (const alone of [{ MEDIA_STORE: 's3' }, { S3_REGION: 'eu-central-1' }])
    expect(() => readConfig(alone)).toThrow(/^S3_ENDPOINT must be set/)
  expect(() => readConfig({ ...env, S3_BUCKET: 'Not a bucket' })).toThrow('S3_BUCKET must be')
})

test('a CDN needs a secret, and a bucket', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'nollie',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const cdn = { MEDIA_PUBLIC_URL: 'https://media.example', MEDIA_PUBLIC_SECRET: 'x'.repeat(32) }
  expect(readConfig({}).cdn).toBeNull()
  expect(readConfig({ ...bucket, ...cdn }).cdn).toEqual({
    url: new URL('https://media.example'),
    secret: 'x'.repeat(32),
  })
  expect(() => readConfig({ ...bucket, ...cdn, MEDIA_STORE: 'disk' })).toThrow('in front of the bucket')
  expect(() => readConfig(cdn)).toThrow('in front of the bucket')
  expect(() => readConfig({ ...bucket, ...cdn, MEDIA_PUBLIC_SECRET: '' })).toThrow('MEDIA_PUBLIC_SECRET must')
  expect(() => readConfig({ ...bucket, ...cdn, MEDIA_PUBLIC_URL: '' })).toThrow('MEDIA_PUBLIC_URL must')
})

test("a .env file provides values that the environment doesn't", () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'NOLLIE_ONLY_HERE="from the file"\nPATH=/nowhere\n')
  expect(readEnvironment(file).env).toMatchObject({
    NOLLIE_ONLY_HERE: 'from the file',
    PATH: process.env.PATH,
  })
})

function metadataFile({
  keys = 1,
  use = 'signing',
  signed = 'false',
  binding = 'HTTP-Redirect',
  signOn = 'https://login.school.example/sso?a=b',
  root = 'EntityDescriptor',
} = {}): string {
  const { certificate } = selfSigned('The school')
  const key = `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
    ${certificate}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const service = `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${signOn}"/>`
  const path = join(folder, 'school.xml')
  writeFileSync(
    path,
    `<?xml version="1.0"?><md:${root} xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.school.example/"><md:IDPSSODescriptor WantAuthnRequestsSigned="${signed}">${key.repeat(keys)}${service}</md:IDPSSODescriptor></md:${root}>`,
  )
  return path
}

function aKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

test('.env.example lists every variable, with valid values', () => {
  const text = readFileSync(fileURLToPath(new URL('../../../.env.example', import.meta.url)), 'utf8')
  const offered = parseEnv(text.replaceAll(/^# ?([A-Z0-9_]+=)/gm, '$1'))
  // The example contains neither a key nor metadata.
  const own = { APPLE_PRIVATE_KEY: aKey(), SSO_SCHOOL_SAML_METADATA: metadataFile() }
  expect(readConfig({ ...offered, ...own }).unused).toEqual([])
  const named = Object.keys(offered).filter((name) => !/^(OIDC_CLUB|SSO_ACME|SSO_SCHOOL)_/.test(name))
  expect(named.sort()).toEqual([...VARIABLES].sort())
})

test('a CAPTCHA needs all of its settings', () => {
  const captcha = { CAPTCHA: 'hcaptcha', CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' }
  expect(readConfig({}).captcha).toBeNull()
  expect(readConfig(captcha).captcha).toEqual({
    provider: 'hcaptcha',
    siteKey: 'key',
    secret: 'secret',
    url: null,
  })
  expect(readConfig({ ...captcha, CAPTCHA_URL: 'http://localhost:9' }).captcha?.url?.port).toBe('9')
  expect(() => readConfig({ ...captcha, CAPTCHA: 'other' })).toThrow('CAPTCHA must be one of')
  expect(() => readConfig({ CAPTCHA_SECRET: 'x' })).toThrow('CAPTCHA must be one of')
  expect(() => readConfig({ ...captcha, CAPTCHA_SITE_KEY: '' })).toThrow('CAPTCHA_SITE_KEY must be set')
  expect(() => readConfig({ ...captcha, CAPTCHA_SECRET: '' })).toThrow('CAPTCHA_SECRET must be set')
  expect(() => readConfig({ ...captcha, CAPTCHA_URL: 'http://other.example' })).toThrow('CAPTCHA_URL must be')
})

test('a provider needs all of its settings', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const club = { OIDC_CLUB_ISSUER: 'https://club.example', OIDC_CLUB_CLIENT_ID: 'id' }
  const whole = { ...club, OIDC_CLUB_CLIENT_SECRET: 'secret' }
  expect(readConfig({}).providers).toEqual([])
  expect(readConfig({ ...whole, ...google, GOOGLE_APP_CLIENT_IDS: 'a, b' }).providers).toMatchObject([
    { provider: 'google', issuer: new URL('https://accounts.google.com'), appClientIds: ['a', 'b'] },
    { provider: 'oidc-club', title: 'Club', clientId: 'id', clientSecret: 'secret', appClientIds: [] },
  ])
  expect(readConfig({ ...whole, OIDC_CLUB_TITLE: 'The club' }).providers[0]?.title).toBe('The club')
  expect(readConfig({ OIDC_CLUB_SCOPE: 'x' }).unused).toEqual(['OIDC_CLUB_SCOPE'])
  expect(() => readConfig(club)).toThrow('OIDC_CLUB_CLIENT_SECRET must be set with OIDC_CLUB_ISSUER')
  expect(() => readConfig({ OIDC_CLUB_CLIENT_ID: 'id' })).toThrow('OIDC_CLUB_ISSUER must be set')
  expect(() => readConfig({ GOOGLE_CLIENT_SECRET: 'x' })).toThrow('GOOGLE_CLIENT_ID must be set')
  const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' }
  const inOneLine = aKey().replaceAll('\n', '\\n')
  expect(readConfig({ ...apple, APPLE_PRIVATE_KEY: inOneLine }).providers).toMatchObject([
    { kind: 'apple', provider: 'apple', teamId: 'team', keyId: 'key' },
  ])
  expect(() => readConfig({ ...apple, APPLE_PRIVATE_KEY: 'none' })).toThrow(/^APPLE_PRIVATE_KEY must be/)
  expect(() => readConfig(apple)).toThrow('APPLE_PRIVATE_KEY must be set')
  const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }
  expect(readConfig(github).providers).toMatchObject([{ api: new URL('https://api.github.com/') }])
  expect(readConfig({ ...github, GITHUB_URL: 'https://git.example' }).providers).toMatchObject([
    { site: new URL('https://git.example'), api: new URL('https://git.example/api/v3/') },
  ])
  for (const wrong of ['club', 'http://club.example', 'https://me@club.example', 'https://club.example/?a'])
    expect(() => readConfig({ ...whole, OIDC_CLUB_ISSUER: wrong })).toThrow(/^OIDC_CLUB_ISSUER must be/)
})

test('an organization needs all of its settings, and a domain belongs to one organization', () => {
  const client = { ISSUER: 'https://login.acme.example', CLIENT_ID: 'id', CLIENT_SECRET: 'secret' }
  const named = (name: string, values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`SSO_${name}_${key}`, value]))
  const acme = named('ACME', { ...client, DOMAINS: 'Acme.example, bücher.example.' })
  expect(readConfig(acme).providers).toMatchObject([
    { provider: 'sso-acme', title: 'Acme', domains: ['acme.example', 'xn--bcher-kva.example'] },
  ])
  expect(readConfig({ SSO_ACME_SCOPE: 'x' }).unused).toEqual(['SSO_ACME_SCOPE'])
  expect(() => readConfig(named('ACME', client))).toThrow('SSO_ACME_DOMAINS must be set')
  expect(() => readConfig(named('ACME', { DOMAINS: 'acme.example' }))).toThrow('SSO_ACME_ISSUER must be set')
  for (const DOMAINS of ['example', 'https://acme.example', 'ada@acme.example', '*', '%61cme.example'])
    expect(() => readConfig(named('ACME', { ...client, DOMAINS }))).toThrow(/^SSO_ACME_DOMAINS must be/)
  expect(() => readConfig({ ...acme, ...named('BOLT', { ...client, DOMAINS: 'ACME.example' }) })).toThrow(
    'acme.example must be in the _DOMAINS of one organization only',
  )
})

test("an organization's metadata contains its URL and the trusted signatures", () => {
  const school = (SSO_SCHOOL_SAML_METADATA: string, more = {}) =>
    readConfig({ SSO_SCHOOL_DOMAINS: 'school.example', SSO_SCHOOL_SAML_METADATA, ...more }).providers
  const [one] = school(metadataFile({ keys: 2 }))
  expect(one).toMatchObject({
    kind: 'saml',
    provider: 'sso-school',
    title: 'School',
    domains: ['school.example'],
    entityId: 'https://login.school.example/',
    signOn: new URL('https://login.school.example/sso?a=b'),
    certificates: [
      expect.stringContaining('BEGIN CERTIFICATE'),
      expect.stringContaining('BEGIN CERTIFICATE'),
    ],
  })
  const begins = /^SSO_SCHOOL_SAML_METADATA /
  for (const wrong of [
    { signOn: 'http://login.school.example/' },
    { signOn: 'javascript:alert(1)' },
    { binding: 'HTTP-POST' },
    { keys: 0 },
    { use: 'encryption' },
    { signed: 'true' },
    { root: 'EntitiesDescriptor' },
  ])
    expect(() => school(metadataFile(wrong)), JSON.stringify(wrong)).toThrow(begins)
  expect(() => school(join(folder, 'none.xml'))).toThrow(begins)
  expect(() => school(metadataFile(), { SSO_SCHOOL_ISSUER: 'https://login.school.example' })).toThrow(begins)
})

test('metrics and traces are off until a port, token, or endpoint is set', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'nollie' })).toMatchObject({
    metrics: { port: null, token: null },
    traces: null,
  })
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, token: null })
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  expect(readConfig(endpoint).traces).toMatchObject({ sampler: 'always_on', variables: endpoint })
  const some = {
    ...endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }
  expect(readConfig(some).traces).toMatchObject({ sampler: 'traceidratio', ratio: 0.1 })
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    expect(readConfig({ ...endpoint, ...off }).traces).toBeNull()
  expect(readConfig({ OTEL_PROPAGATORS: 'b3' }).unused).toEqual(['OTEL_PROPAGATORS'])
  const wrong = {
    METRICS_TOKEN: 'short',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  }
  for (const [name, value] of Object.entries(wrong))
    expect(() => readConfig({ [name]: value }), name).toThrow(`${name} must be`)
})

test('creates the secret once, readable only by its owner', () => {
  const secret = readOrCreateSecret(join(folder, 'data'))
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readOrCreateSecret(join(folder, 'data'))).toBe(secret)
  expect(statSync(join(folder, 'data', 'secret')).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'data', 'secret'), '')
  expect(() => readOrCreateSecret(join(folder, 'data'))).toThrow(/damaged/)
})

test('LOCATION_SERVICES are up to three URLs, GEOIP_DB is a path', () => {
  const two = readConfig({ LOCATION_SERVICES: 'https://a.example/json, http://b.example' })
  expect(two.locationServices).toEqual(['https://a.example/json', 'http://b.example'])
  for (const wrong of [
    'here',
    'https://a.example,ftp://b.example',
    Array(4).fill('https://a.example').join(','),
  ])
    expect(() => readConfig({ LOCATION_SERVICES: wrong })).toThrow(/LOCATION_SERVICES/)
  expect(readConfig({ GEOIP_DB: '/srv/places.mmdb' }).geoipDb).toBe('/srv/places.mmdb')
})

test.each([
  ['true', ['true']],
  ['0.0.0.0/0', ['0.0.0.0/0']],
  ['127.0.0.1, ::/0', ['::/0']],
  ['0.0.0.0/1,128.0.0.0/1', ['0.0.0.0/1', '128.0.0.0/1']],
  ['127.0.0.1,10.0.0.0/8,fc00::/7,192.0.2.1', []],
  ['false', []],
])('TRUST_PROXY=%s warns about trusting everyone: %j', (text, named) => {
  const { warnings } = readConfig({ TRUST_PROXY: text })
  expect(warnings).toEqual(named.map((one) => expect.stringContaining(`TRUST_PROXY=${one} trusts`)))
  expect(warnings.join('')).not.toContain('\n')
})

test('development mode must be set explicitly', () => {
  const isDevelopment = (env: Record<string, string>) => readConfig(env).isDevelopment
  expect([{}, { NODE_ENV: 'production' }, { NODE_ENV: 'development' }].map(isDevelopment)).toEqual([
    false,
    false,
    true,
  ])
})

test('wallets are configured using the names of their chains', () => {
  expect(readConfig({}).wallets).toEqual([])
  expect(readConfig({ WALLETS: 'Solana, ethereum,solana' }).wallets).toEqual(['solana', 'ethereum'])
  expect(() => readConfig({ WALLETS: 'ethereum,' })).toThrow('WALLETS must be ethereum')
})

test('text messages require allowed countries, and their limit is a rate', () => {
  const SMS_URL = 'twilio://AC1:secret@api.twilio.com?from=%2B15005550006'
  expect(readConfig({}).sms).toBeNull()
  const config = readConfig({ SMS_URL, SMS_COUNTRIES: 'de, AT', SMS_DAILY_MAX: '40' })
  expect(config.sms).toEqual({ url: SMS_URL, countries: ['DE', 'AT'] })
  expect(config.rates.phone_day).toEqual({ user: [40, 86_400] })
  expect(config.rates.phone_join_day).toEqual({ user: [20, 86_400] })
  expect(() => readConfig({ SMS_URL })).toThrow('SMS_COUNTRIES must be set')
  expect(() => readConfig({ SMS_COUNTRIES: 'DE' })).toThrow('need SMS_URL')
  expect(() => readConfig({ SMS_URL: 'ftp://sms.example', SMS_COUNTRIES: 'DE' })).toThrow('SMS_URL must be')
})

test("G-19 the ad slot shows the admins' ads, nothing, or a page from another origin", () => {
  const frame = 'https://ads.example/slot?site=7'
  const none = { android: null, ios: null }
  expect(readConfig({}).ads).toEqual({ kind: 'house', frame: null, banner: none })
  expect(readConfig({ ADS: 'off' }).ads).toEqual({ kind: 'off', frame: null, banner: none })
  const unit = 'ca-app-pub-0000/0000'
  expect(readConfig({ ADS: frame, ADS_BANNER_IOS: unit }).ads).toEqual({
    kind: 'provider',
    frame: new URL(frame),
    banner: { android: null, ios: unit },
  })
  for (const ADS of ['yes', 'http://ads.example/', 'javascript:alert(1)', 'https://a:b@ads.example/'])
    expect(() => readConfig({ ADS }), ADS).toThrow('ADS must be house, off')
  const own = { ADS: 'https://nollie.example/ad', PUBLIC_URL: 'https://nollie.example' }
  expect(() => readConfig(own)).toThrow('a different origin')
  expect(() => readConfig({ ADS_BANNER_IOS: unit })).toThrow('need ADS')
  expect(() => readConfig({ ADS: frame, ADS_BANNER_IOS: '<b>' })).toThrow('ADS_BANNER_IOS must be')
})
