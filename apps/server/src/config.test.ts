import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { environment, readConfig, VARIABLES } from './config.ts'
import { persistentSecret } from './platform/secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('nothing set: port 3000 on this machine only, embedded database, outbox, map by itself', () => {
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

test('all wrong values are reported at once, one readable line each', () => {
  const wrong = {
    PORT: '70000',
    PUBLIC_URL: 'nollie.example',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'mail.example',
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
  expect(lines).toHaveLength(10)
  for (const line of lines) expect(line).toMatch(/^[A-Z0-9_]+ must /)
})

test('variables of parts that do not exist yet are taken and named', () => {
  expect(readConfig({ NATS_URL: 'nats://localhost:4222', S3_BUCKET: 'k' }).unused).toEqual([
    'S3_BUCKET',
    'NATS_URL',
  ])
})

test('a .env file fills what the environment leaves open', () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'NOLLIE_ONLY_HERE="from the file"\nPATH=/nowhere\n')
  expect(environment(file)).toMatchObject({ NOLLIE_ONLY_HERE: 'from the file', PATH: process.env.PATH })
})

test('.env.example names every variable there is, and its values are good', () => {
  const text = readFileSync(fileURLToPath(new URL('../../../.env.example', import.meta.url)), 'utf8')
  const offered = parseEnv(text.replaceAll(/^# ?([A-Z0-9_]+=)/gm, '$1'))
  expect(readConfig(offered).unused).toHaveLength(7)
  expect(Object.keys(offered).sort()).toEqual([...VARIABLES].sort())
})

test('the secret is made once, readable by its owner alone', () => {
  const secret = persistentSecret(join(folder, 'data'))
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(persistentSecret(join(folder, 'data'))).toBe(secret)
  expect(statSync(join(folder, 'data', 'secret')).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'data', 'secret'), '')
  expect(() => persistentSecret(join(folder, 'data'))).toThrow(/damaged/)
})

test('LOCATION_SERVICES are up to three addresses, GEOIP_DB a path', () => {
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
])('TRUST_PROXY=%s: warned about, for it believes everybody: %j', (text, named) => {
  const { warnings } = readConfig({ TRUST_PROXY: text })
  expect(warnings).toEqual(named.map((one) => expect.stringContaining(`TRUST_PROXY=${one} believes`)))
  expect(warnings.join('')).not.toContain('\n')
})

test('who develops says so; running without a word is not developing', () => {
  const isDevelopment = (env: Record<string, string>) => readConfig(env).isDevelopment
  expect([{}, { NODE_ENV: 'production' }, { NODE_ENV: 'development' }].map(isDevelopment)).toEqual([
    false,
    false,
    true,
  ])
})
