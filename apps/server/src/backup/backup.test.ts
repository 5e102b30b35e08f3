import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/world/app.ts'
import { emptyDatabase } from '../../test/world/database.ts'
import { mailsTo } from '../../test/services/mails.ts'
import { largestWait } from '../../test/world/largest-pictures.ts'
import { phonePhoto } from '../../test/makers/media-files.ts'
import { type Actor, actor, actors } from '../../test/actors/actor.ts'
import { post } from '../../test/actors/people.ts'
import { server } from '../../test/process/server.ts'
import { aSpotRow } from '../../test/makers/posts.ts'
import { uploader } from '../../test/actors/uploads.ts'
import { Snapshot } from '../db/copy-rows.ts'
import { readOrCreateSecret } from '../platform/persistent-secret.ts'
import { openBackup } from './checked-backup.ts'
import { PROGRAM_ENV } from '../../test/world/program-env.ts'
import { programFile } from '../../test/world/program-file.ts'

const MAIN = programFile('apps/server/src/backup/main.ts')

let app: TestApp
let ada: Actor
const folder = mkdtempSync(join(tmpdir(), 'nollie-backup-'))

function at(name: string) {
  return join(folder, name)
}

let goOn: () => Promise<void>
beforeAll(async () => {
  app = await testApp({ media: { sweepEvery: 3600 } })
  goOn = await largestWait(app.db)
  ada = (await actors(app, 'ada', 'ben')).ada
  const spot_id = await aSpotRow(app.db, ada.user_id, 'Plaça dels Àngels\t"MACBA"\n\\N')
  const { id } = await uploader(app, ada).media(await phonePhoto())
  const { id: post_id } = await ada.addMedia({ media_ids: [id], spot_id, content: 'Look.' })
  await ada.comments(post_id, 'Clean.')
  const half = parseId(await uploader(app, ada).begin(1000))
  await uploader(app, ada).send(half.id, 0, Buffer.alloc(500))
  await post(app.app, '/api/auth/password-resets', { email: ada.email })
  await mailsTo(app, ada.email)
  readOrCreateSecret(app.dataDir)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Waits until all current counts are stored. Rates are counted in memory and stored together, so once a final count is
 * stored, all earlier ones are too.
 */
async function ratesStored() {
  await app.app.rates.hit('read', { key: 'the last one' })
  const subjects = async () => {
    const rows = await app.db.selectFrom('rate_counts').select('subject').execute()
    return rows.map(({ subject }) => subject)
  }
  await expect.poll(subjects, { interval: 100 }).toContain('key:the last one')
}

/** Runs a command as npm does; returns its exit code and output. */
function command(name: 'backup' | 'restore', file: string, env: Record<string, string>) {
  return promisify(execFile)(process.execPath, [MAIN, name, file], {
    env: { ...PROGRAM_ENV, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}

function here() {
  return { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }
}

/** Reads when this installation was last backed up or restored. */
async function recordsIn(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ kind: string; files: number }>(
    'select kind, files from backup_records',
  )
  await client.end()
  return Object.fromEntries(rows.map(({ kind, files }) => [kind, files]))
}

/** Hashes all rows of each table, including generated columns and the job queue, but not the backup records. */
async function rowsIn(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and (n.nspname = 'public' and c.relname <> 'backup_records'
       or n.nspname = 'jobs' and c.relname in ('queue', 'job')) order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
    )
    found[name] = rows[0]?.digest ?? ''
  }
  await client.end()
  return found
}

/** Hashes every file in a folder, except the database's own. */
function filesIn(root: string, below = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
      const name = join(below, entry.name)
      if (name === 'postgres') return []
      if (entry.isDirectory()) return Object.entries(filesIn(root, name))
      return [
        [
          name,
          createHash('sha256')
            .update(readFileSync(join(root, name)))
            .digest('hex'),
        ],
      ]
    }),
  )
}

test('R19 a backup of a running server restores every row and file into an empty directory and database', async () => {
  // The photo is ready, but its largest files are still pending.
  await app.jobs.stop()
  await goOn()
  await ratesStored()
  const file = at('whole.zip')
  const made = await command('backup', file, here())
  expect(made.output).toMatch(/^\d+ tables and \d+ files \(.* MB\) saved to .*whole\.zip\.\n$/)
  const rows = await rowsIn(app.databaseUrl)
  const files = filesIn(app.dataDir)
  expect(Object.keys(files).filter((name) => name.startsWith('media/')).length).toBeGreaterThan(3)
  expect(Object.keys(files)).toContain('secret')

  const empty = await emptyDatabase()
  const target = { DATABASE_URL: empty.url, DATA_DIR: at('restored') }
  expect((await command('restore', file, target)).output).toContain('The restore is complete')
  expect(filesIn(at('restored'))).toEqual(files)
  expect(await rowsIn(empty.url)).toEqual(rows)
  const copied = Object.keys(files).length
  expect(await recordsIn(app.databaseUrl)).toEqual({ backup: copied })
  expect(await recordsIn(empty.url)).toEqual({ restore: copied })

  const again = await server({ ...target, PUBLIC_URL: 'http://localhost:3000' })
  await again.ready()
  const session = await fetch(`${again.url}/api/session`, { headers: ada.bearer })
  expect(await session.json()).toMatchObject({ user: { username: 'ada' } })
  const pictures = () => Object.keys(filesIn(at('restored'))).filter((name) => name.endsWith('2048.avif'))
  expect(Object.keys(files).some((name) => name.endsWith('2048.avif'))).toBe(false)
  await expect.poll(pictures, { interval: 200 }).toHaveLength(1)
  expect((await command('restore', file, { ...target, DATA_DIR: at('other') })).output).toContain(
    'empty database',
  )
  expect(await again.stop()).toBe(0)
  await empty.close()
})

test('R19 restores the same backup into an embedded database, whose backup has the same content', async () => {
  const target = { DATA_DIR: at('embedded') }
  expect(await command('restore', at('whole.zip'), target)).toMatchObject({ code: 0 })
  expect(filesIn(at('embedded'))).toEqual(filesIn(app.dataDir))
  expect(await command('backup', at('second.zip'), target)).toMatchObject({ code: 0 })
  const [first, second] = [await openBackup(at('whole.zip')), await openBackup(at('second.zip'))]
  expect(second.manifest).toEqual({ ...first.manifest, made_at: expect.any(String) })
  first.close()
  second.close()
  expect((await command('restore', at('whole.zip'), target)).output).toContain('is not empty')
})

test('R19 refuses a damaged backup before changing anything', async () => {
  const whole = readFileSync(at('whole.zip'))
  const changed = Buffer.from(whole)
  const picture = changed.indexOf('files/media/')
  changed.writeUInt8(changed.readUInt8(picture + 400) ^ 1, picture + 400)
  const damages = {
    'changed.zip': changed,
    'short.zip': whole.subarray(0, whole.length / 2),
    'other.zip': Buffer.from('this is no backup'),
  }
  for (const [name, bytes] of Object.entries(damages)) {
    writeFileSync(at(name), bytes)
    const { code, output } = await command('restore', at(name), { DATA_DIR: at('never') })
    expect([code, output.split(':')[0]]).toEqual([1, 'The backup is damaged and was not restored'])
    expect(existsSync(at('never'))).toBe(false)
  }
  expect((await command('restore', at('none.zip'), { DATA_DIR: at('never') })).output).toContain(
    'There is no file',
  )
})

test('P8 a backup can only be read by its owner, and never overwrites another', async () => {
  const { mode } = statSync(at('whole.zip'))
  expect(mode & 0o077).toBe(0)
  expect((await command('backup', at('whole.zip'), here())).output).toContain('already')
  expect((await command('backup', join(app.dataDir, 'x.zip'), here())).output).toContain("can't be inside")
  expect((await command('backup', '', here())).output).toContain('Usage: npm run backup')
})

test('I3 files of photos deleted during a backup stay until it ends', async () => {
  const cleo = await actor(app, 'cleo')
  const up = uploader(app, cleo)
  const begun = async () => {
    const { id } = parseId(await up.begin(1000))
    await up.send(id, 0, Buffer.alloc(10))
    return id
  }
  const id = await begun()
  const snapshot = await Snapshot.take(app.databaseUrl)
  expect((await up.remove(id)).statusCode).toBe(204)
  expect(up.left(id).length).toBeGreaterThan(0)
  await snapshot.close()
  const other = await begun()
  await up.remove(other)
  expect(up.left(other)).toEqual([])
})

test('a missing media file fails the backup, and leaves no partial one', async () => {
  const { key } = await app.db
    .selectFrom('media')
    .select('key')
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow()
  const dataDir = at('incomplete')
  cpSync(app.dataDir, dataDir, { recursive: true })
  rmSync(join(dataDir, 'media', (key ?? '').slice(0, 2)), { recursive: true })
  const { code, output } = await command('backup', at('half.zip'), { ...here(), DATA_DIR: dataDir })
  expect([code, output]).toEqual([1, expect.stringContaining(key ?? '')])
  expect(readdirSync(folder).filter((name) => name.startsWith('half'))).toEqual([])
})

test('R19 a server does not start from an interrupted restore', async () => {
  const dataDir = at('cut-off')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'restore-unfinished'), '')
  const refused = await server({ DATA_DIR: dataDir, DATABASE_URL: app.databaseUrl })
  expect(await refused.ended).toBe(1)
  expect(refused.output.err).toContain('was interrupted')
})

function parseId(answer: { headers: Record<string, unknown> }): { id: string } {
  return { id: String(answer.headers.location).split('/').at(-1) ?? '' }
}
