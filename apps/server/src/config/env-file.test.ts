import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnvironment } from '../config.ts'
import { readEnvText } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(content: string | Uint8Array): string {
  const file = join(folder, '.env')
  writeFileSync(file, content)
  return file
}

function read(content: string | Uint8Array, own = {}) {
  return readEnvironment(write(content), own)
}

test.for([
  ['a byte-order mark', '\uFEFFPORT=3999\nHOST=127.0.0.1\n'],
  ['ends of lines of Windows', 'PORT=3999\r\nHOST=127.0.0.1\r\n'],
  ['a mark and ends of lines of Windows', '\uFEFFPORT=3999\r\nHOST=127.0.0.1\r\n'],
  ['ends of lines of old Macs', 'PORT=3999\rHOST=127.0.0.1\r'],
  ['export', 'export PORT=3999\nexport HOST=127.0.0.1\n'],
  ['export and tabs', 'export\tPORT=3999\n\texport \tHOST\t=\t127.0.0.1\t# ours\n'],
  ['blanks around =', '  PORT = 3999  \n\tHOST\t=\t127.0.0.1'],
  ['quotes', 'PORT="3999"\nHOST=\'127.0.0.1\''],
  ['comments', '# PORT=1\nPORT=3999 # ours\nHOST="127.0.0.1" # here\n  # HOST=::1\n'],
  ['an empty value with blanks behind it', 'SMTP_URL=  \nPORT=3999\nHOST=127.0.0.1'],
] as const)('reads a .env with %s completely', ([, text]) => {
  const { env, notes } = read(text)
  expect(env).toMatchObject({ PORT: '3999', HOST: '127.0.0.1' })
  expect(notes).toEqual([])
})

test('a quoted value can span several lines, no matter what they look like', () => {
  const pem = '-----BEGIN KEY-----\nMIIB=\n# no comment\n-----END KEY-----'
  const { values, notes } = readEnvText(`TLS_KEY="${pem}"\nPORT=1`)
  expect({ values, notes }).toEqual({ values: { TLS_KEY: pem, PORT: '1' }, notes: [] })
})

test.for([
  ['UTF-16, little end first', new Uint8Array(Buffer.from('\uFEFFPORT=3999', 'utf16le'))],
  ['UTF-16, big end first', new Uint8Array(Buffer.from('\uFEFFPORT=3999', 'utf16le').swap16())],
  ['UTF-16 without a mark', new Uint8Array(Buffer.from('PORT=3999', 'utf16le'))],
  ['Latin-1', new Uint8Array(Buffer.from('OPERATOR_NAME=Jörg', 'latin1'))],
] as const)('refuses a .env in %s, and explains what to do', ([, bytes]) => {
  expect(() => read(bytes)).toThrow(/Save it as UTF-8\.$/)
})

test.for([
  ['PORT: 3999', 'line 1: ignored: it has no = between a name and a value'],
  ['\n=x', 'line 2: ignored: it has no name before the ='],
  [
    'SECRET=geheim#wort',
    'line 1: SECRET: the # and the text after it were read as a comment. Put the value in quotes',
  ],
  ['SECRET="geheim', 'line 1: SECRET: the opening quote is never closed'],
  ['SECRET="geheim" wort', 'line 1: SECRET: only the part in quotes is read'],
  ['SECRET=“geheim”', 'line 1: SECRET: typographic quotes are part of the value; write " or \''],
  ['SMTP_URL="smtps://${HOST}"', "line 1: SMTP_URL: ${...} isn't replaced; it's part of the value"],
  ['SMTP_URL=`${HOST:-mail}`', "line 1: SMTP_URL: ${...} isn't replaced; it's part of the value"],
  ['SECRET=$(openssl rand -hex 32)', "line 1: SECRET: $(...) isn't run; it's part of the value"],
  [
    'SECRET="geh\\neimwort"',
    'line 1: SECRET: \\n in double quotes is read as a line break; write single quotes',
  ],
  ['# SECRET="geheim\nPORT: 1\nHOST="x"', 'line 2: ignored: it has no = between a name and a value'],
  ['SMTP_URL=smtps://${HOST}', "line 1: SMTP_URL: ${...} isn't replaced; it's part of the value"],
  ['# a\nPORT=1\n\nPORT=2', 'PORT is set in line 2 and again in line 4, which is used'],
  ['TLS_KEY="a\nb\nc"\nPORT: 1', 'line 4: ignored: it has no = between a name and a value'],
] as const)('%j: reports a value that is not read the way it looks, without the value', ([text, note]) => {
  const { notes } = readEnvText(text)
  expect(notes).toEqual([note])
  expect(notes.join()).not.toMatch(/geheim|wort/)
})

test.for([
  'SECRET: "geheimgeheimgeheim=="',
  'SECRET: geheimgeheimgeheim=',
  'set SECRET=geheim',
  '$env:SECRET="geheim"',
  '- SECRET=geheim',
  '"SECRET"=geheim',
  'export "SECRET=geheim"',
  '\u200bSECRET=geheim',
  'SECRET\u00a0=\u00a0geheim',
  ';SECRET=geheim',
])('%j: says how to write the line, without the value that may be before the =', (text) => {
  const { env, notes } = read(text)
  expect(env).toEqual({})
  expect(notes.map((note) => note.replace(/^.*, line/, 'line'))).toEqual([
    'line 1: ignored: write SECRET=, without anything else before the =.',
  ])
})

test('never quotes a line that may be the rest of a value', () => {
  const { notes } = read('PORT=1\nMIIEvQIBADANBgkqhkiG9w0BAQEF=\nabc/def+geheim==')
  expect(notes.map((note) => note.replace(/^.*, line/, 'line'))).toEqual([
    'line 3: ignored: a name before the = has only letters, digits, and _.',
    'Line 2 of the settings file has no known setting before the =.',
  ])
})

test.for([
  ["SMTP_URL='smtps://${HOST}$(x)\\n'", String.raw`smtps://${'${HOST}'}$(x)\n`],
  ['SMTP_URL="-----BEGIN KEY-----\\nabc\\n-----END KEY-----"', '-----BEGIN KEY-----\nabc\n-----END KEY-----'],
  ['SMTP_URL=pa$$w$ord', 'pa$$w$ord'],
] as const)('%j: reports nothing about a value that is read the way it looks', ([text, value]) => {
  const { values, notes } = readEnvText(text)
  expect({ values, notes }).toEqual({ values: { SMTP_URL: value }, notes: [] })
})

test.for([
  ['S3_BUCKET=spots\u00a0', 'S3_BUCKET', '00A0'],
  ['SECRET="geheim\u200b"', 'SECRET', '200B'],
  ['CONTACT_EMAIL=\u202aada@nollie.example', 'CONTACT_EMAIL', '202A'],
  ['PORT=3999\u2028', 'PORT', '2028'],
] as const)('%j: names an invisible character, without the value', ([text, name, code]) => {
  expect(read(text).notes).toEqual([
    `${name} contains an invisible character (U+${code}). Enter the value by hand.`,
  ])
})

test('finds an invisible character in a file of a secret and in the environment, but not in a name for people', () => {
  const file = join(folder, 'invisible')
  writeFileSync(file, 'geheim\u200b\n')
  const { notes } = read('OPERATOR_NAME=Skate\u00a0Club', { SECRET_FILE: file, S3_BUCKET: '\ufeffspots' })
  expect(notes.toSorted()).toEqual([
    'S3_BUCKET contains an invisible character (U+FEFF). Enter the value by hand.',
    'SECRET contains an invisible character (U+200B). Enter the value by hand.',
  ])
})

test('a # behind a blank may be meant as part of the value', () => {
  expect(readEnvText('OPERATOR_NAME=Skate #1 Berlin').notes).toEqual([
    'line 1: OPERATOR_NAME: the # and the text after it were read as a comment. Put the value in quotes',
  ])
})

test('refuses a .env that is a link to a missing file or a folder', () => {
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'missing'), link)
  expect(() => readEnvironment(link, {})).toThrow(/link can't be read: /)
  expect(() => readEnvironment(folder, {})).toThrow(/can't be read: /)
})

test.for([
  ['UTF-16', Buffer.from('\uFEFFsecret', 'utf16le'), /^SECRET_FILE is saved as UTF-16/],
  ['random bytes', Buffer.from('c328a0a1f0', 'hex'), /^SECRET_FILE isn't saved as UTF-8/],
  ['nothing', Buffer.from('\uFEFF \r\n'), /^SECRET_FILE is empty/],
] as const)('refuses a file with a value that contains %s', ([, bytes, line]) => {
  const file = join(folder, 'value')
  writeFileSync(file, new Uint8Array(bytes))
  expect(() => read('', { SECRET_FILE: file })).toThrow(line)
})

test('names an unknown setting in .env, and the one that was probably meant', () => {
  const names = [
    'DATABSE_URL',
    'DATABASE_URI',
    'database_url',
    'S3_BUKCET',
    'SMTP_URL_FIEL',
    'SMTP-URL',
    'REDIS_URL',
    'NOLLIE_PUBLIC_URL',
    'NOLLIE_COLOR',
  ]
  expect(read(names.map((name) => `${name}=x`).join('\n')).notes.toSorted()).toEqual([
    'DATABASE_URI is not a setting. Did you mean DATABASE_URL?',
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
    'NOLLIE_COLOR is not a setting.',
    'NOLLIE_PUBLIC_URL is not a setting. Did you mean PUBLIC_URL?',
    'REDIS_URL is not a setting.',
    'S3_BUKCET is not a setting. Did you mean S3_BUCKET?',
    'SMTP-URL is not a setting. Did you mean SMTP_URL?',
    'SMTP_URL_FIEL is not a setting. Did you mean SMTP_URL_FILE?',
    'database_url is not a setting. Did you mean DATABASE_URL?',
  ])
})

test("does not report known settings, or other programs' names in the same file", () => {
  const fine = [
    'PORT',
    'SECRET_FILE',
    'OIDC_CLUB_ISSUER',
    'SSO_CLUB_DOMAINS',
    'OTEL_BSP_SCHEDULE_DELAY',
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS',
    'PGPASSWORD',
    'PGSSLMODE',
    'POSTGRES_PASSWORD',
    'COMPOSE_PROJECT_NAME',
    'TZ',
    'LC_ALL',
    'HTTPS_PROXY',
    'https_proxy',
    'AWS_REGION',
    'NOLLIE_DATA_DIR',
    'NOLLIE_TEST_DATABASE_URL',
  ]
  expect(read(fine.map((name) => `${name}=`).join('\n')).notes).toEqual([])
})

test("only reports near misses in the environment, never other programs' variables", () => {
  const own = {
    DATABSE_URL: 'x',
    PUBLIC_ULR: 'x',
    TRUST_PROXI: 'x',
    S3_ACCES_KEY_ID: 'x',
    PATH: 'x',
    HTTP_URL: 'x',
    REDIS_URL: 'x',
    LOGNAME: 'x',
    HOSTNAME: 'x',
    POST: 'x',
    npm_config_cache: 'x',
    XDG_DATA_DIRS: 'x',
    SSH_CONNECTION: 'x',
    SYSTEMD_EXEC_PID: 'x',
    GITHUB_TOKEN: 'x',
    KUBERNETES_PORT: 'x',
    WEB_PORT_3000_TCP_ADDR: 'x',
    MEMORY_PRESSURE_WATCH: 'x',
    DBUS_SESSION_BUS_ADDRESS: 'x',
    DATA: 'x',
  }
  expect(read('PORT=1', own).notes).toEqual([
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
    'PUBLIC_ULR is not a setting. Did you mean PUBLIC_URL?',
    'TRUST_PROXI is not a setting. Did you mean TRUST_PROXY?',
    'S3_ACCES_KEY_ID is not a setting. Did you mean S3_ACCESS_KEY_ID?',
  ])
})
