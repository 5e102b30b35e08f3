import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/lib/server-process.mjs'
import { read } from './files.ts'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'deploy'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const SETTING = /^# ?([A-Z][A-Z0-9_]+)=/gm
const settings = new Set([...read('.env.example').matchAll(SETTING)].map(([, name]) => name))

/** Lists the variables that the container, systemd, or fleet files pass to the server. */
function given(text: string): string[] {
  return [
    ...text.matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm),
    ...text.matchAll(/(?:^Environment=|[ \t])([A-Z][A-Z0-9_]+)=/gm),
  ].flatMap(([, name]) => (name ? [name] : []))
}

/** Variables of other programs and of Node. */
const OF_OTHERS = new Set([
  ...Object.keys(SERVER_ENV),
  'BASE',
  'NODE_ENV',
  'HOME',
  'NOLLIE_HOST',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PGPASSWORD',
  'NODE_EXTRA_CA_CERTS',
])

test('deployment files set only existing settings', () => {
  expect(given('ENV NOT_THERE=1\nEnvironment=ALSO_NOT=2\n      NOR_THIS: 3\n')).toEqual([
    'NOR_THIS',
    'NOT_THERE',
    'ALSO_NOT',
  ])
  const found = ['Containerfile', 'compose.yml', 'systemd/nollie.service', 'systemd/nollie@.service'].flatMap(
    (file) => given(read(`deploy/${file}`)),
  )
  found.push(...given(/^nollie_settings[\s\S]*?^start_s3/m.exec(read('deploy/fleet.sh'))?.[0] ?? ''))
  expect(found.length).toBeGreaterThan(15)
  // With the suffix `_FILE`, the value is read from a file.
  const isSetting = (name: string) => settings.has(name) || settings.has(name.replace(/_FILE$/, ''))
  expect(found.filter((name) => !isSetting(name) && !OF_OTHERS.has(name))).toEqual([])
})

test('the container starts the server as `npm start` does', () => {
  const text = read('deploy/Containerfile')
  expect(text).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...SERVER_FLAGS, 'apps/server/src/main.ts']).replaceAll(',', ', ')}`,
  )
  for (const [name, value] of Object.entries(SERVER_ENV)) expect(text).toContain(`${name}=${value}`)
})

test('the deployment page names every deployment file', () => {
  const page = read('deploy/README.md')
  const named = files.filter((file) => !/README\.md$/.test(file) && file.split('/').length === 2)
  expect(named.filter((file) => !page.includes(file.slice('deploy/'.length)))).toEqual([])
})

test("connections between one server's containers are encrypted, and units accept encrypted secrets", () => {
  const compose = read('deploy/compose.yml')
  const service = (name: string) =>
    new RegExp(`^  ${name}:\\n(?:(?: {4}.*)?\\n)+`, 'm').exec(compose)?.[0] ?? ''
  expect(service('postgres')).toContain('network_mode: none')
  expect(service('postgres')).toContain("'listen_addresses='")
  expect(service('nollie')).toContain('@%2Fvar%2Frun%2Fpostgresql/')
  expect(service('nollie')).toContain('CLAMD_URL: unix:/')
  expect(service('nollie')).toMatch(/TLS_CERT_FILE: .+\n +TLS_KEY_FILE: /)
  expect(service('nollie')).not.toContain('UNENCRYPTED_HOSTS')
  expect(read('deploy/clamd.conf')).not.toContain('TCPSocket')
  expect(read('deploy/Caddyfile')).toContain('{$NOLLIE_UPSTREAM:https://nollie:3000}')
  expect(read('deploy/Caddyfile')).toContain('import {$NOLLIE_INSIDE:encrypted}')
  expect(read('deploy/Caddyfile')).not.toContain('insecure')
  for (const unit of ['nollie.service', 'nollie@.service'])
    expect(read(`deploy/systemd/${unit}`)).toContain('\nImportCredential=nollie.*\n')
})
