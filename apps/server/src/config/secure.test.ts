import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, VARIABLES } from '../config.ts'
import { withFiles } from '../environment.ts'

test('V13.3.1 values can come from files or systemd credentials, but only once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-secrets-'))
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
  file('nollie.SECRET', 'a secret of thirty-two characters\n')
  file('other.SECRET', 'of another program')
  file('smtp', 'smtps://mail.example:465\n')
  const isVariable = (name: string) => VARIABLES.includes(name)
  const env = { CREDENTIALS_DIRECTORY: folder, SMTP_URL_FILE: join(folder, 'smtp'), OTHER_FILE: '/nowhere' }
  expect(withFiles(env, isVariable)).toMatchObject({
    SECRET: 'a secret of thirty-two characters',
    SMTP_URL: 'smtps://mail.example:465',
  })
  expect(() => withFiles({ ...env, SECRET: 'x' }, isVariable)).toThrow('which is already set')
  expect(() => withFiles({ SECRET_FILE: join(folder, 'none') }, isVariable)).toThrow(
    "SECRET_FILE can't be read",
  )
  file('nollie.SECRETS', 'misspelt')
  expect(() => withFiles(env, isVariable)).toThrow("doesn't match any setting")
  rmSync(folder, { recursive: true })
})

test('V6.2.12 checks breached passwords only if the operator configures a service', () => {
  const asked = (env: Record<string, string>) => readConfig(env).breached?.href
  expect(asked({ PUBLIC_URL: 'https://nollie.example' })).toBeUndefined()
  expect(asked({ BREACHED_PASSWORDS: 'https://ranges.example' })).toBe('https://ranges.example/')
  expect(() => asked({ BREACHED_PASSWORDS: 'http://ranges.example' })).toThrow('BREACHED_PASSWORDS must be')
})

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env)
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

test.for<[string, string, string]>([
  [
    'DATABASE_URL',
    'postgresql://n:p@db.example/nollie',
    'postgresql://n:p@db.example/nollie?sslmode=verify-full',
  ],
  [
    'DATABASE_URL',
    'postgresql://n:p@db.example/nollie?sslmode=no-verify',
    'postgresql://n:p@%2Frun%2Fpostgresql/n',
  ],
  ['DATABASE_URL', 'postgresql://n:p@db.example/nollie?sslmode=prefer', 'postgresql://n:p@127.0.0.1/nollie'],
  ['NATS_URL', 'nats://nats.example:4222', 'tls://nats.example:4222'],
  ['NATS_URL', 'tls://one.example:4222, nats://two.example:4222', 'nats://[::1]:4222'],
  ['PLACES_URL', 'http://photon.example/api', 'https://photon.example/api'],
  ['CLAMD_URL', 'tcp://scanner.example:3310', 'unix:/run/clamav/clamd.ctl'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example:4318', 'http://localhost:4318'],
])('V12.3.1 %s refuses %s, and accepts %s', ([name, bare, good]) => {
  expect(refusal({ [name]: bare })).toMatch(new RegExp(`^${name} would go to \\S+ unencrypted`))
  expect(refusal({ [name]: good })).toBe('none')
  const host = /@?([\w-]+\.example)(?!.*\.example)/.exec(bare)?.[1] ?? ''
  expect(refusal({ [name]: bare, UNENCRYPTED_HOSTS: `other, ${host}` })).toBe('none')
})

test('V12.3.1 replicas, the direct database connection, and a bucket also require encryption', () => {
  const DATABASE_URL = 'postgresql://n:p@localhost/nollie'
  const away = 'postgresql://n:p@replica.example/nollie'
  expect(refusal({ DATABASE_URL, DATABASE_REPLICA_URL: away })).toContain('DATABASE_REPLICA_URL would go to')
  expect(refusal({ DATABASE_URL, DATABASE_DIRECT_URL: away })).toContain('DATABASE_DIRECT_URL would go to')
  const bucket = { S3_BUCKET: 'nollie', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  expect(refusal({ ...bucket, S3_ENDPOINT: 'http://s3.example' })).toContain('S3_ENDPOINT would go to')
  expect(refusal({ ...bucket, S3_ENDPOINT: 'https://s3.example' })).toBe('none')
})

test('V12.3.1 unencrypted email is only sent to this machine, or to hosts that the operator lists', () => {
  const inTheClear = (env: Record<string, string>) => readConfig(env).mailsInTheClear
  expect(inTheClear({})).toBe(false)
  expect(inTheClear({ SMTP_URL: 'smtp://mail.example:587' })).toBe(false)
  expect(inTheClear({ SMTP_URL: 'smtp://localhost:25' })).toBe(true)
  expect(inTheClear({ SMTP_URL: 'smtp://mail.example:25', UNENCRYPTED_HOSTS: 'MAIL.example' })).toBe(true)
})

test('V12.3.3 a certificate needs its key', () => {
  const pem = (what: string) => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----\n`
  const [TLS_CERT, TLS_KEY] = [pem('CERTIFICATE'), pem('PRIVATE KEY')]
  expect(readConfig({}).certificate).toBeNull()
  expect(readConfig({ TLS_CERT, TLS_KEY }).certificate).toEqual({ cert: TLS_CERT, key: TLS_KEY })
  expect(refusal({ TLS_CERT })).toBe('TLS_CERT and TLS_KEY must be set together')
  expect(refusal({ TLS_CERT: '/a/path', TLS_KEY })).toContain('TLS_CERT must be a PEM certificate')
})
