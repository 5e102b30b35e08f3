import { expect, test } from 'vitest'
import { asvsErrors, asvsRows } from '../../packages/lab/proofs/lib/asvs.ts'
import { read, sources } from './files.ts'

const OURS = sources().filter(
  (path) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'),
)

/** Returns matching lines in the product's sources, as `path: line`. */
function linesWith(pattern: RegExp, except: readonly string[] = []): string[] {
  return OURS.filter((path) => !except.includes(path)).flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(\/\/|\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
}

test('every row of ASVS level 1 and 2 names an existing file, or a reason', () => {
  expect(asvsErrors(asvsRows())).toEqual([])
})

test('finds a row without a file, a missing file and a missing row', () => {
  const rows = asvsRows()
  const met = rows.find(({ state }) => state === 'met')
  if (!met) throw new Error('no row is met')
  const others = rows.filter((row) => row !== met)
  expect(asvsErrors([...others, { ...met, shownBy: 'It is so.' }])).toEqual([
    `${met.id} names nothing that shows it`,
  ])
  expect(asvsErrors([...others, { ...met, shownBy: '`test/none.test.ts`' }])).toEqual([
    `${met.id}: there is no test/none.test.ts`,
  ])
  expect(asvsErrors(others)).toHaveLength(1)
})

test('the summary matches the rows', () => {
  const summary = read('docs/asvs.md')
  const rows = asvsRows()
  const count = (level: 1 | 2, ...states: string[]) =>
    rows.filter((row) => row.level === level && states.includes(row.state)).length
  const line = (...states: string[]) => `| ${count(1, ...states)} | ${count(2, ...states)} |`
  for (const [name, numbers] of [
    ['Rows of the standard', line('met', 'open', '-')],
    ['Apply', line('met', 'open')],
    ['Met (`met`)', line('met')],
    ['Not met (`open`)', line('open')],
  ] as const)
    expect(summary).toContain(`| ${name} ${numbers}`)
  expect(summary.split('\n').find((row) => row.startsWith('| Do not apply'))).toContain(line('-'))
})

test('hashes belong to the SHA-2 family, and we implement no other cryptography', () => {
  // The proof of work comes from a library and protects no secrets.
  const work = [
    'apps/server/src/modules/accounts/sign-up/proof-of-work.ts',
    'apps/web/src/features/accounts/sign-up/challenge-worker.ts',
  ]
  expect(
    linesWith(
      /createCipher|createSign\b|publicEncrypt|privateDecrypt|createDiffieHellman|pbkdf2|scrypt/,
      work,
    ),
  ).toEqual([])
  // Required by S3 and the stolen-password service, and the key of an in-memory table.
  const noSecrets = [
    'apps/server/src/platform/files/s3-store.ts',
    'apps/server/src/modules/accounts/sign-in/ask-breached-passwords.ts',
    'apps/server/src/modules/streets/pmtiles-writer.ts',
  ]
  expect(linesWith(/create(Hash|Hmac)\((?!'sha(256|512)')/, noSecrets)).toEqual([])
  // Verifies providers' signatures with their keys, signs access tokens, and encrypts for the database.
  const accounts = 'apps/server/src/modules/accounts'
  const checksTokens = [
    'identities/provider-apple',
    'identities/provider-oidc',
    'access-tokens/signed-access-token',
    'access-tokens/signing-keys',
    'access-tokens/encrypted-text',
  ].map((name) => `${accounts}/${name}.ts`)
  expect(linesWith(/from '(crypto-js|bcrypt\w*|jsonwebtoken|jose|node-forge)'/, checksTokens)).toEqual([])
})

test('no text becomes code or markup, and no messages from other windows are accepted', () => {
  expect(
    linesWith(
      /\beval\(|new Function\(|\bvm\b.*from 'node:vm'|dangerouslySetInnerHTML|outerHTML =|insertAdjacentHTML/,
    ),
  ).toEqual([])
  // Reads shapes from our own sprite, which is part of the client.
  expect(linesWith(/innerHTML/, ['apps/web/src/features/map/engine/pin-images.ts'])).toEqual([])
  // A service worker receives messages only from pages of its own origin.
  const worker = ['apps/web/src/worker/worker.ts']
  expect(linesWith(/(window|self)\.addEventListener\('message'|window\.onmessage/, worker)).toEqual([])
})

test('the shipped proxy manages its certificates and TLS versions, and nothing weakens them', () => {
  const file = read('deploy/Caddyfile')
  expect(file).toContain('{$NOLLIE_HOST} {')
  expect(file).not.toMatch(/\btls\b|auto_https|protocols|ciphers/)
  // The only HTTP site redirects pages and refuses API requests.
  expect(file.split('http://{$NOLLIE_HOST} {')[1]).not.toContain('reverse_proxy')
})
