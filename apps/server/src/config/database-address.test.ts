import { expect, test } from 'vitest'
import { dropDriverVariables, readConfig } from '../config.ts'

function readAddress(DATABASE_URL: string, more = {}): string | null {
  return readConfig({ DATABASE_URL, ...more }).databaseUrl
}

test.for([
  ['postgres://u:p@/db?host=/run/postgresql', 'postgres://u:p@%2Frun%2Fpostgresql/db'],
  ['postgres://u:p@/db?host=/run/postgresql&port=5433', 'postgres://u:p@%2Frun%2Fpostgresql:5433/db'],
  ['postgresql:///db?host=/run&user=u&password=p', 'postgresql://u:p@%2Frun/db'],
  ['postgres://u:p@%2Frun/db?sslmode=require', 'postgres://u:p@%2Frun/db'],
  ['postgres:///db', 'postgres:///db'],
  ['postgres://u:p@ss@localhost/db', 'postgres://u:p%40ss@localhost/db'],
  ['postgres://u:p%23%2F,1@localhost/db', 'postgres://u:p%23%2F%2C1@localhost/db'],
  ['postgres://u:p@localhost/db?sslmode=prefer', 'postgres://u:p@localhost/db'],
  ['postgres://u:p@d.example/db?sslmode=require', 'postgres://u:p@d.example/db?sslmode=verify-full'],
  ['postgres:///db?host=::1&port=5433&user=u&password=p', 'postgres://u:p@[::1]:5433/db'],
  ['postgres://u:p@[::1]/db', 'postgres://u:p@[::1]/db'],
  ['postgres://u:p@localhost/db?dbname=other', 'postgres://u:p@localhost/other'],
  [
    'postgres://u:p@d.example/db?sslmode=require&uselibpqcompat=true',
    'postgres://u:p@d.example/db?sslmode=verify-full',
  ],
  [
    'postgres://u:p@d.example/db?sslmode=verify-full&sslrootcert=system',
    'postgres://u:p@d.example/db?sslmode=verify-full',
  ],
  ['postgres://u:p%40ss%3Aw%20rd%25@localhost/db', 'postgres://u:p%40ss%3Aw%20rd%25@localhost/db'],
  ['postgres://u:päß€@localhost/dbö', 'postgres://u:p%C3%A4%C3%9F%E2%82%AC@localhost/db%C3%B6'],
  ['postgres:///db?host=/run&user=u&password=a+b', 'postgres://u:a%2Bb@%2Frun/db'],
  ['postgres://u:p@LOCALHOST/db', 'postgres://u:p@LOCALHOST/db'],
  ['postgres://u:p@d.example/db?ssl=true', 'postgres://u:p@d.example/db?sslmode=verify-full'],
  [
    'postgres://u:p@d.example/db?sslmode=verify-full&ssl=false',
    'postgres://u:p@d.example/db?sslmode=verify-full',
  ],
  ...[
    'application_name=other&connect_timeout=3&target_session_attrs=read-write',
    'statement_timeout=5&query_timeout=7&lock_timeout=1&client_encoding=LATIN1',
    'sslnegotiation=other&keepalives=0&gssencmode=disable&load_balance_hosts=random',
    'types=1&Client=x&max=1&connection_limit=1&pool_timeout=2&schema=public',
  ].map(
    (parameters) => [`postgres://u:p@localhost/db?${parameters}`, 'postgres://u:p@localhost/db'] as const,
  ),
] as const)('the database URL %s becomes %s', ([given, used]) => {
  expect(readAddress(given)).toBe(used)
})

test.for(['#', '/', '?', '%'])(
  'refuses an unescaped %s in a password with a hint, without printing the password',
  (mark) => {
    for (const password of [`geheim${mark}wort`, `12${mark}34`, `p@q${mark}wort`]) {
      // Two digits after a percent sign are a valid escape sequence.
      if (password === '12%34') continue
      let message = ''
      try {
        readAddress(`postgres://u:${password}@localhost:5432/db`)
      } catch (error) {
        message = (error as Error).message
      }
      expect(message).toMatch(/^DATABASE_URL has a character .*must be percent-encoded: # is %23/)
      expect(message).not.toMatch(/geheim|wort|12|34/)
    }
  },
)

test('a host in a parameter requires encryption, just like one in the URL', () => {
  expect(() => readAddress('postgres:///db?host=d.example')).toThrow(
    /^DATABASE_URL would go to d.example unencrypted/,
  )
  expect(() => readAddress('postgres://localhost/db?host=d.example')).toThrow(
    /would go to d.example unencrypted/,
  )
})

test.for([
  ['postgres://a:5432,b:5432/db', /must name one host/],
  ['postgres://u:p@/db', /must name a host, or a socket folder/],
  ['host=d dbname=db', /must be an address like postgresql:/],
  ['postgres://localhost/db?sslmode=required', /unknown sslmode/],
  ['postgres://u:p@localhost:99999/db', /must have a port number/],
  ['postgres://u:p@localhost:0/db', /must have a port number/],
  ['postgres://u:p@localhost/db?port=abc', /must have a port number/],
  ['postgres://u:p@2001:db8::7/db', /IPv6 address in brackets/],
  ['postgres:///db?host=fe80::1%25eth0', /neither a name nor an address/],
  ['postgres:///db?host=d.example/other', /neither a name nor an address/],
  ['postgres://u:p@d.example/db?sslmode=verify-full&sslmode=disable', /has the parameter sslmode twice/],
  ['postgres://localhost/db?user=u&user=v', /has the parameter user twice/],
  ['postgres://localhost/db?service=prod', /has the parameter service, which isn't supported/],
  ['postgres://u@localhost/db?passfile=/x', /has the parameter passfile, which isn't supported/],
  ['postgres://u:p@localhost/db?hostaddr=10.0.0.1', /has the parameter hostaddr/],
  ['postgres://u:p@localhost/db?sslmode=require&sslcrl=/x', /has the parameter sslcrl/],
  ['postgres://u:p@localhost/db?schema=nollie', /names another schema/],
  ['postgres://u:p@localhost:6432/db?pgbouncer=true', /pgbouncer=true.*DATABASE_DIRECT_URL/],
  ['postgres://u:p\tw@localhost/db', /must be percent-encoded/],
  ['postgres://u:p\nw@localhost/db', /must be percent-encoded/],
  ['postgres://u:p@%E0/db', /must be percent-encoded/],
  ['postgres://u:p@localhost/d%E0b', /must be percent-encoded/],
  ['postgres://localhost/db?user=u&password=%E0%A4%A', /must be percent-encoded/],
] as const)('refuses %s', ([given, line]) => {
  expect(() => readAddress(given)).toThrow(line)
})

test.for(['2001:db8::7', '[2001:db8::7]', '2001:0DB8:0::7'])(
  'UNENCRYPTED_HOSTS can name an IPv6 address as %s',
  (host) => {
    const address = 'postgres://u:p@[2001:db8:0:0::7]/db'
    expect(() => readAddress(address)).toThrow(/would go to \[2001:db8::7\] unencrypted/)
    expect(readAddress(address, { UNENCRYPTED_HOSTS: host })).toContain('[2001:db8::7]')
  },
)

test('no driver warns about an encryption mode', () => {
  const inTheClear = { UNENCRYPTED_HOSTS: 'd.example' }
  expect(readAddress('postgres://u:p@d.example/db?sslmode=prefer', inTheClear)).toContain(
    'sslmode=verify-full',
  )
})

test('a pooler’s address may say so if the database’s own address is set too', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://u:p@localhost/db' }
  expect(readAddress('postgres://u:p@localhost:6432/db?pgbouncer=true', direct)).toBe(
    'postgres://u:p@localhost:6432/db',
  )
})

test('variables of PostgreSQL’s programs can’t send a connection elsewhere, but may complete a login', () => {
  expect(() => readAddress('postgres:///db', { PGHOST: 'd.example' })).toThrow(/must name a host; PGHOST/)
  const env = {
    PGHOST: 'd.example',
    PGSSLMODE: 'require',
    PGOPTIONS: '-c geqo=off',
    PGCLIENT_ENCODING: 'LATIN1',
    PGREPLICATION: 'database',
    PGUSER: 'u',
    PGPASSWORD: 'p',
    PATH: '/bin',
  }
  dropDriverVariables(env)
  expect(env).toEqual({ PGUSER: 'u', PGPASSWORD: 'p', PATH: '/bin' })
})
