import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { server } from './server.ts'
import { surroundings } from './surroundings.ts'

function fetchStatus(url: string) {
  return fetch(url).then(
    (answer) => answer.status,
    () => 0,
  )
}

test('starts with the operator’s database, says where everything is, and ends with 0', async () => {
  const { env } = await surroundings()
  const { ready, output, url, stop } = await server({
    ...env,
    OTEL_PROPAGATORS: 'b3',
  })
  await ready()
  expect(await fetchStatus(`${url}/api/health/ready`)).toBe(200)
  expect(output.out).toContain(`Nollie is ready at ${url}\n`)
  const stored = new RegExp(String.raw`mail +not sent: kept in .*outbox for 30 days, shown at (\S+)\n`)
  const [, address = ''] = stored.exec(output.out) ?? []
  expect(address).toMatch(/^http:\/\/localhost:\d+\/dev\/outbox\?key=[\w-]{32}$/)
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303)
  expect(output.out).not.toContain('  warn ')
  expect(output.out).toMatch(/data +\/.*; PostgreSQL at postgres/)
  expect(output.out).not.toContain(new URL(env.DATABASE_URL).password)
  expect(output.out).toMatch(/video +(encoded by|no encoder found)/)
  expect(output.out).toMatch(/unused +OTEL_PROPAGATORS: accepted, but not used by this version yet/)
  expect(await stop()).toBe(0)
  expect(await fetchStatus(url)).toBe(0)
})

test('a new installation prints three numbered steps at the end of its start', async () => {
  const { env } = await surroundings()
  const first = await server({ ...env, LOG_LEVEL: 'info' })
  await first.ready('  3. ')
  const steps = first.output.out.split('Next steps:\n')[1]?.split('\n') ?? []
  expect(steps).toEqual([
    `  1. Open ${first.url} and sign up. Your email is on the page shown above, after "mail".`,
    expect.stringMatching(/^ {2}2\. Make yourself the admin: http:\S+\/admin\/first#token=[\w-]+$/),
    `  3. Fill the map: ${first.url}/admin/skateparks, or npm run sample for 70 sample spots.`,
    '',
  ])
  expect(first.output.out).toContain('created the tables of a new database')
  expect(first.output.out).not.toContain('001_baseline')
})

test('a server that trusts every proxy warns at startup, and shows no outbox (L11)', async () => {
  const { env } = await surroundings()
  const { ready, output, url } = await server({ ...env, TRUST_PROXY: 'true' })
  await ready()
  expect(output.out).toMatch(/\n {2}warn {3}TRUST_PROXY=true trusts .*\n/)
  expect(output.out).not.toContain('key=')
  expect(await fetchStatus(`${url}/dev/outbox`)).toBe(404)
})

test('SIGTERM: completes the request in progress, refuses new ones, then ends (R14)', async () => {
  const { env, client } = await surroundings()
  const { ready, url, port, stop, ended } = await server(env)
  await ready()
  await client.query('begin')
  await client.query('lock table schema_steps in access exclusive mode')
  const inFlight = fetch(`${url}/api/health/ready`)
  const waiting = async () => {
    const { rows } = await client.query(
      "select from pg_locks where relation = 'schema_steps'::regclass and not granted",
    )
    return rows.length
  }
  await expect.poll(waiting).toBe(1)
  const stopping = stop()
  const isTaken = async () => {
    const late = connect(port, '127.0.0.1')
    const isOpen = await once(late, 'connect').then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ECONNREFUSED',
    )
    late.destroy()
    return isOpen
  }
  await expect.poll(isTaken).toBe(false)
  await client.query('rollback')
  const answer = await inFlight
  // The response is complete and up to date: everything works, but the server is stopping.
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ checks: { database: 'ok', stopping: 'failing' } })
  expect(await stopping).toBe(0)
  expect(await ended).toBe(0)
})

test('ends cleanly if its parent process disappears silently', async () => {
  const { env } = await surroundings()
  const { ready, child, ended } = await server(env)
  await ready()
  child.disconnect()
  expect(await ended).toBe(0)
})

test('after all database connections are cut, it keeps running and answers requests (R4)', async () => {
  const { env, client } = await surroundings()
  const { ready, url, child, output } = await server(env)
  await ready()
  for (let round = 0; round < 3; round++) {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await expect.poll(() => fetchStatus(`${url}/api/health/ready`), { interval: 50 }).toBe(200)
  }
  expect(child.exitCode, output.out + output.err).toBeNull()
})

test('logs an unexpected error, and ends immediately with 1 (R21)', async () => {
  const { env } = await surroundings()
  const accident = `data:text/javascript,process.once('message', () => { Promise.reject(new Error('boom')) })`
  const { ready, ended, output, child } = await server(env, ['--import', accident])
  await ready()
  child.send('now')
  expect(await ended).toBe(1)
  expect(output.out).toMatch(/"level":"fatal".*boom/)
})

test('two servers can share the operator’s database', async () => {
  const { env } = await surroundings()
  const [first, second] = await Promise.all([server(env), server({ ...env, DATA_DIR: `${env.DATA_DIR}2` })])
  await Promise.all([first.ready(), second.ready()])
  expect(await Promise.all([first, second].map(({ url }) => fetchStatus(`${url}/api/health/ready`)))).toEqual(
    [200, 200],
  )
})

async function refusal(env: Record<string, string>) {
  const { ended, output } = await server(env)
  expect(await ended).toBe(1)
  expect(output.err.split('\n')[0]).toBe("Nollie can't start:")
  return output.err.trim().split('\n').slice(1)
}

test('invalid values make the start fail with one readable line each', async () => {
  const lines = await refusal({ PORT: '1', LOG_LEVEL: 'loud', PUBLIC_URL: 'ftp://x', MAP_STYLE_URL: 'none' })
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}PUBLIC_URL must be an address like https:/),
    expect.stringMatching(/^ {2}MAP_STYLE_URL must be auto, shipped, or the address/),
    expect.stringMatching(/^ {2}LOG_LEVEL must be one of fatal, error/),
  ])
})

test('prints unknown settings with the most similar known one', async () => {
  const { ended, output } = await server({
    DATABSE_URL: 'postgresql://127.0.0.1:1/nollie',
    LOG_LEVEL: 'loud',
  })
  expect(await ended).toBe(1)
  expect(output.err).toMatch(/^DATABSE_URL is not a setting\. Did you mean DATABASE_URL\?$/m)
})

test('prints one line if the database does not respond or refuses us', async () => {
  const { env } = await surroundings()
  const away = { ...env, DATABASE_URL: 'postgresql://nollie:secret-word@127.0.0.1:1/nollie' }
  const [line, ...others] = await refusal(away)
  expect(line).toMatch(
    /^ {2}The database \(PostgreSQL at postgresql:\/\/nollie@127.0.0.1:1\/nollie\) can't be used: .*ECONNREFUSED/,
  )
  expect(others).toEqual([])
  const missing = env.DATABASE_URL.replace(/nollie_empty_\w+/, 'nowhere')
  expect((await refusal({ ...env, DATABASE_URL: missing })).join()).toMatch(
    /can't be used: database "nowhere" does not exist$/,
  )
})

test('prints one line that names PORT if the port is in use', async () => {
  const { env } = await surroundings()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  expect(await refusal({ ...env, PORT: String(port), HOST: '127.0.0.1' })).toEqual([
    `  Port ${port} is in use by another program. Stop it, or set another PORT.`,
  ])
})

test('prints one line for an unusable address, before creating a database', async () => {
  const { env } = await surroundings()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const port = String((taken.address() as AddressInfo).port)
  const embedded = { DATA_DIR: env.DATA_DIR }
  for (const [given, line] of [
    [{ PORT: port, HOST: '127.0.0.1' }, /^ {2}Port \d+ is in use by another program/],
    [{ HOST: '203.0.113.7' }, /^ {2}HOST 203\.0\.113\.7 is not an address of this machine/],
    [{ HOST: 'nowhere.invalid' }, /^ {2}HOST nowhere\.invalid was not found/],
    [{ METRICS_PORT: port, HOST: '127.0.0.1' }, /^ {2}Port \d+ is in use .* set another METRICS_PORT/],
    [{ PORT: '39996', METRICS_PORT: '39996' }, /^ {2}METRICS_PORT must be a different port than PORT/],
    [{ PORT: port, HOST: '0.0.0.0' }, /^ {2}Port \d+ is in use by another program/],
  ] as const) {
    expect(await refusal({ ...embedded, ...given })).toEqual([expect.stringMatching(line)])
    expect(existsSync(env.DATA_DIR)).toBe(false)
  }
})
