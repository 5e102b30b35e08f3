import { expect, test } from 'vitest'
import { asvsErrors, asvsRows } from '../../proofs/lib/asvs.ts'
import { read, sources } from './files.ts'

const OURS = sources().filter(
  (path) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'),
)

/** Lines of our sources that match, as `path: line`. */
const linesWith = (pattern: RegExp, except: readonly string[] = []): string[] =>
  OURS.filter((path) => !except.includes(path)).flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(\/\/|\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

test('every row of ASVS level 1 and 2 names a file that is there, or a reason', () => {
  expect(asvsErrors(asvsRows())).toEqual([])
})

test('a row without its file, a file that is not there and a missing row are found', () => {
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

test('the summary of the rows says what the rows say', () => {
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

test('hashes are of the SHA-2 family, and nothing else of cryptography is done by us', () => {
  // The proof of work is a library's, and hides nothing.
  const work = [
    'apps/server/src/modules/accounts/proof-of-work.ts',
    'apps/web/src/features/accounts/challenge-worker.ts',
  ]
  expect(
    linesWith(/createCipher|createSign|publicEncrypt|privateDecrypt|createDiffieHellman|pbkdf2|scrypt/, work),
  ).toEqual([])
  // What the protocols of S3 and of stolen passwords ask for, and the key of a table in memory.
  const noSecrets = [
    'apps/server/src/platform/files/s3-store.ts',
    'apps/server/src/modules/accounts/ask-breached-passwords.ts',
    'apps/server/src/modules/streets/pmtiles-writer.ts',
  ]
  expect(linesWith(/create(Hash|Hmac)\((?!'sha(256|512)')/, noSecrets)).toEqual([])
  // Checks the signatures of providers, with their keys; signs access tokens, and encrypts for the database.
  const accounts = 'apps/server/src/modules/accounts'
  const checksTokens = [
    'provider-apple',
    'provider-oidc',
    'signed-access-token',
    'signing-keys',
    'encrypted-text',
  ].map((name) => `${accounts}/${name}.ts`)
  expect(linesWith(/from '(crypto-js|bcrypt\w*|jsonwebtoken|jose|node-forge)'/, checksTokens)).toEqual([])
})

test('no text becomes code or markup, and no other window is listened to', () => {
  expect(
    linesWith(
      /\beval\(|new Function\(|\bvm\b.*from 'node:vm'|dangerouslySetInnerHTML|outerHTML =|insertAdjacentHTML/,
    ),
  ).toEqual([])
  // Reads the shapes of our own sprite, which come with the program.
  expect(linesWith(/innerHTML/, ['apps/web/src/features/map/engine/pin-images.ts'])).toEqual([])
  // A service worker gets messages from pages of its own origin alone.
  const worker = ['apps/web/src/worker/worker.ts']
  expect(linesWith(/(window|self)\.addEventListener\('message'|window\.onmessage/, worker)).toEqual([])
})

test('the shipped proxy gets its certificates and versions of TLS by itself, and nothing weakens them', () => {
  const file = read('deploy/Caddyfile')
  expect(file).toContain('{$NOLLIE_HOST} {')
  expect(file).not.toMatch(/\btls\b|auto_https|protocols|ciphers/)
  // The one site of HTTP only leads people on, and refuses programs.
  expect(file.split('http://{$NOLLIE_HOST} {')[1]).not.toContain('reverse_proxy')
})
