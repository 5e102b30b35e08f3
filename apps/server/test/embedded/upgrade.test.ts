import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { Snapshot } from '../../src/db/copy-rows.ts'
import { makeJobTables } from '../../src/db/make-job-tables.ts'
import { openDatabase } from '../../src/db/open.ts'
import { insertMember, insertSession } from '../makers/member-rows.ts'
import { ask, emptyFolder, type Holder, holder, isRoot, mountsWork, smallDisk } from './holder.ts'

const OLD = '/usr/lib/postgresql/15/bin'
const hasOld = fs.existsSync(join(OLD, 'postgres'))
const PROGRAM = fileURLToPath(new URL('./upgrade-program.ts', import.meta.url))
const MEMBERS = 40

function start(dataDir: string): Holder {
  return holder(dataDir, { program: PROGRAM, args: [] })
}

/** Starts a program that runs the way commands do, which never upgrades. */
function startBeside(dataDir: string): Holder {
  return holder(dataDir, { program: PROGRAM, args: ['beside'] })
}

function readVersion(url: string) {
  return ask(url, "select current_setting('server_version_num')::int / 10000")
}

/** Creates the files of a database with Debian's PostgreSQL 15, as an earlier release would have. */
function makeOldFiles(dataDir: string): void {
  const home = join(dataDir, 'postgres')
  const files = join(home, 'cluster')
  fs.mkdirSync(files, { recursive: true, mode: 0o700 })
  fs.chmodSync(dataDir, 0o711)
  const password = join(home, 'password')
  fs.writeFileSync(password, 'password-of-the-old-database', { mode: 0o600 })
  const [uid, gid] = [fs.statSync(files).uid, fs.statSync(files).gid]
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : { uid, gid }
  for (const path of [home, files, password]) fs.chownSync(path, user.uid, user.gid)
  const options = ['-U', 'postgres', `--pwfile=${password}`, '--auth=scram-sha-256']
  const made = spawnSync(
    join(OLD, 'initdb'),
    ['-D', files, '--encoding=UTF8', '--locale=C.UTF-8', ...options],
    {
      encoding: 'utf8',
      cwd: files,
      ...user,
    },
  )
  expect(made.stderr + made.stdout).toContain('Success')
}

/** Returns the number of rows and the checksum of each table. */
async function readSums(url: string): Promise<Record<string, unknown>> {
  const snapshot = await Snapshot.take(url, { withRecords: true })
  try {
    const sums: Record<string, unknown> = { steps: snapshot.facts.steps, sequences: snapshot.facts.sequences }
    for (const table of snapshot.facts.tables) sums[table.table] = await snapshot.sum(table)
    return sums
  } finally {
    await snapshot.close()
  }
}

/** Fills a database of PostgreSQL 15 with members and their sessions, and stops it. */
async function makeOldDatabase(dataDir: string): Promise<Record<string, unknown>> {
  makeOldFiles(dataDir)
  const server = startBeside(dataDir)
  const { url } = await server.ready
  expect(await readVersion(url)).toEqual([[15]])
  const db = openDatabase(url, { max: 2 })
  for (let at = 0; at < MEMBERS; at++) {
    const username = `rider${at}`
    const user_id = await insertMember(db, {
      username,
      email: `${username}@example.com`,
      password: 'änd a löng one\n\\.',
    })
    await insertSession(db, user_id)
  }
  await db.destroy()
  await makeJobTables(url, pino({ level: 'fatal' }))
  const sums = await readSums(url)
  expect(sums['public.users']).toMatchObject({ rows: String(MEMBERS) })
  await server.stop()
  return sums
}

function home(dataDir: string) {
  return join(dataDir, 'postgres')
}

function listOld(dataDir: string) {
  return fs.readdirSync(home(dataDir)).filter((name) => name.startsWith('cluster-'))
}

async function polled(isReached: () => boolean): Promise<void> {
  await expect.poll(isReached, { interval: 2 }).toBe(true)
}

function logged(server: Holder, text: string) {
  return server.output.some(({ info }) => info?.includes(text))
}

function existsIn(dataDir: string, name: RegExp) {
  const folder = join(home(dataDir), 'upgrading', 'postgres')
  return fs.existsSync(folder) && fs.readdirSync(folder).some((one) => name.test(one))
}

/** Moments of an upgrade, in order. */
const MOMENTS: [string, (server: Holder, dataDir: string) => boolean][] = [
  ['begins', (server) => logged(server, 'upgrading the database')],
  ['creates files', (_server, dataDir) => existsIn(dataDir, /^cluster\.making/)],
  ['has created files', (_server, dataDir) => existsIn(dataDir, /^cluster$/)],
  ['copies', (_server, dataDir) => copiesMegabytes(dataDir, 40)],
  ['is verified', (server) => logged(server, 'copied and verified')],
]

function copiesMegabytes(dataDir: string, megabytes: number): boolean {
  const { stdout } = spawnSync('du', ['-sm', join(home(dataDir), 'upgrading')], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10) >= megabytes
}

describe.runIf(hasOld)('an upgrade from PostgreSQL 15', { timeout: 400_000 }, () => {
  test('copies every row, verifies the copy, and leaves the old files under another name', async () => {
    const dataDir = join(emptyFolder(), 'data')
    const sums = await makeOldDatabase(dataDir)
    const server = start(dataDir)
    const { url, adminUrl } = await server.ready
    expect(await readVersion(url)).toEqual([[18]])
    expect(await readSums(url)).toEqual(sums)
    const lines = server.output.flatMap(({ info }) => info ?? [])
    expect(lines).toEqual([
      expect.stringMatching(/^upgrading the database from PostgreSQL 15 to 18: copying up to \d+ MB/),
      expect.stringMatching(/^copied and verified \d+ rows of \d+ tables/),
      expect.stringContaining(`the old files are in ${home(dataDir)}`.replace('the', 'The')),
    ])
    expect(listOld(dataDir)).toEqual([expect.stringMatching(/^cluster-15-\d{4}-\d\d-\d\d$/)])
    expect(fs.existsSync(join(home(dataDir), 'upgrading'))).toBe(false)
    expect(await ask(adminUrl, 'show wal_level')).toEqual([['replica']])
    await server.stop()
    const again = start(dataDir)
    expect(await readSums((await again.ready).url)).toEqual(sums)
    expect(logged(again, 'upgrad')).toBe(false)
    await again.stop()
  })

  test('killed at any moment: the old database works, and a later start upgrades all of it', async () => {
    const dataDir = join(emptyFolder(), 'data')
    const sums = await makeOldDatabase(dataDir)
    for (const [name, isReached] of MOMENTS) {
      const server = start(dataDir)
      await polled(() => isReached(server, dataDir))
      await server.kill()
      const beside = startBeside(dataDir)
      const { url } = await beside.ready
      expect([name, await readSums(url)]).toEqual([name, sums])
      await beside.stop()
    }
    const server = start(dataDir)
    const { url } = await server.ready
    expect(await readVersion(url)).toEqual([[18]])
    expect(await readSums(url)).toEqual(sums)
    expect(listOld(dataDir)).toHaveLength(1)
    await server.stop()
  })

  test('killed between the renames: the next start does the rest, unless the old files were used since', async () => {
    const dataDir = join(emptyFolder(), 'data')
    const sums = await makeOldDatabase(dataDir)
    const first = start(dataDir)
    await first.ready
    await first.stop()
    const [aside = ''] = listOld(dataDir)
    const [files, old] = [join(home(dataDir), 'cluster'), join(home(dataDir), aside)]
    const rewind = ({ isOldMoved }: { isOldMoved: boolean }) => {
      const folder = join(home(dataDir), 'upgrading')
      fs.mkdirSync(join(folder, 'postgres'), { recursive: true })
      fs.renameSync(files, join(folder, 'postgres', 'cluster'))
      const control = createHash('sha256')
        .update(fs.readFileSync(join(old, 'global', 'pg_control')))
        .digest('hex')
      fs.writeFileSync(join(folder, 'verified'), JSON.stringify({ from: 15, aside, control }))
      if (!isOldMoved) fs.renameSync(old, files)
    }
    for (const isOldMoved of [true, false]) {
      rewind({ isOldMoved })
      const server = start(dataDir)
      const { url } = await server.ready
      expect(logged(server, 'copied and verified')).toBe(false)
      expect([await readVersion(url), await readSums(url)]).toEqual([[[18]], sums])
      await server.stop()
    }
    rewind({ isOldMoved: false })
    const beside = startBeside(dataDir)
    const { url } = await beside.ready
    // This also finishes the upgrade, because nothing has changed since.
    expect(await readVersion(url)).toEqual([[18]])
    await beside.stop()
  })

  test('changes to the old database after an interrupted upgrade are not lost', async () => {
    const dataDir = join(emptyFolder(), 'data')
    await makeOldDatabase(dataDir)
    const folder = join(home(dataDir), 'upgrading')
    fs.mkdirSync(folder, { mode: 0o711 })
    fs.writeFileSync(
      join(folder, 'verified'),
      JSON.stringify({ from: 15, aside: 'cluster-15', control: 'x' }),
    )
    const server = start(dataDir)
    const { url } = await server.ready
    expect(logged(server, `copied and verified`)).toBe(true)
    expect(await ask(url, 'select count(*)::int from users')).toEqual([[MEMBERS]])
    await server.stop()
  })

  test('is refused if the database has tables that are not ours, and leaves it as it was', async () => {
    const dataDir = join(emptyFolder(), 'data')
    await makeOldDatabase(dataDir)
    const beside = startBeside(dataDir)
    const { url } = await beside.ready
    await ask(url, 'create schema mine')
    await ask(url, 'create table mine.notes as select 1 as n')
    await beside.stop()
    await expect(start(dataDir).ready).rejects.toThrow(/mine\.notes.*The old files are unchanged/)
    expect(fs.readdirSync(home(dataDir)).sort()).toEqual(['cluster', 'password', 'postgres.log', 'socket'])
    const again = startBeside(dataDir)
    expect(await ask((await again.ready).url, 'select n from mine.notes')).toEqual([[1]])
    await again.stop()
  })

  test.runIf(mountsWork)('says beforehand how much space is missing', async () => {
    const dataDir = join(smallDisk(300), 'data')
    await makeOldDatabase(dataDir)
    await expect(start(dataDir).ready).rejects.toThrow(
      /needs \d+ MB in .*, but only \d+ MB are free\. Nothing was changed/,
    )
    expect(fs.existsSync(join(home(dataDir), 'upgrading'))).toBe(false)
  })
})

test.for([
  ['99', /written by PostgreSQL 99, .* Start a newer version of Nollie\./],
  ['9', /written by PostgreSQL 9, .* install it \(on Debian: postgresql-9\).*Nothing was changed/],
] as const)('files of PostgreSQL %s are refused in one line', async ([version, line]) => {
  const dataDir = join(emptyFolder(), 'data')
  fs.mkdirSync(join(home(dataDir), 'cluster'), { recursive: true, mode: 0o700 })
  fs.writeFileSync(join(home(dataDir), 'cluster', 'PG_VERSION'), `${version}\n`)
  await expect(start(dataDir).ready).rejects.toThrow(line)
})
