import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

test.for(['~/nollie', '~operator/nollie', '$HOME/nollie', '/srv/${USER}/data'])(
  'refuses the DATA_DIR %s, which only a shell would replace',
  (DATA_DIR) => {
    expect(() => readConfig({ DATA_DIR })).toThrow(
      "DATA_DIR must be a whole path; ~ and $NAME aren't replaced",
    )
  },
)

test.for([
  'smb://server/nollie',
  'file:///srv/nollie',
  'nas:/nollie',
  '//nas/nollie',
  String.raw`\\\\server\nollie`,
])('refuses the DATA_DIR %s, which would become a folder of that name', (DATA_DIR) => {
  expect(() => readConfig({ DATA_DIR })).toThrow(
    'DATA_DIR must be the path of a folder; mount a network folder first',
  )
})

test.for(['$(openssl rand -base64 48 | head -c 48)', '${NOLLIE_SECRET:-a-default-that-everyone-knows}'])(
  'refuses the SECRET %s, which everyone can guess',
  (SECRET) => {
    expect(() => readConfig({ SECRET })).toThrow(/^SECRET must be the secret; /)
  },
)

test('refuses an address with a line break, which would change its password, without printing it', () => {
  const SMTP_URL = 'smtps://ada:geh\neim@mail.example:465'
  expect(() => readConfig({ SMTP_URL })).toThrow(/^SMTP_URL must be an address like [^\n]*$/)
  expect(() => readConfig({ SMTP_URL })).not.toThrow(/ada|geh|eim/)
})

test.for([
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['db-1.example', 'db-1.example'],
] as const)('reads the HOST %s', ([HOST, host]) => {
  expect(readConfig({ HOST }).host).toBe(host)
})

test.for([
  'data',
  './data',
  ' /srv/nollie/data ',
  '/srv/nollie/data\n',
  '/srv/nollie~1/data',
  '/srv/a $1/data',
])('reads the DATA_DIR %s', (DATA_DIR) => {
  expect(readConfig({ DATA_DIR }).dataDir).toMatch(/data$/)
})

test.for(['https://nollie.example/map', 'https://nollie.example/?a=1', 'https://me:geheim@nollie.example'])(
  'refuses the PUBLIC_URL %s without printing it',
  (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL must have only [^\n]*$/)
    expect(() => readConfig({ PUBLIC_URL })).not.toThrow(/geheim/)
  },
)
