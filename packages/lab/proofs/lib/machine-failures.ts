import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../../apps/server/src/db/open.ts'
import { phonePhoto } from '../../../../apps/server/test/makers/media-files.ts'
import { type Failure, testS3 } from '../../../../apps/server/test/services/s3.ts'
import { CHUNK, metadata } from '../../../../apps/server/test/actors/uploads.ts'
import { atEnd } from '../../bench/clean-up.ts'
import { throwAwayCluster } from '../../bench/bench-server.ts'
import type { KnownFile } from './crowd.ts'
import { type Trouble, type FailingPlace, reportTrouble } from './failures.ts'
import { onUrl } from './kill-cycles.ts'
import { type Machine, runFolder, startMachine } from './machine.ts'
import { makeMembers, type Member, send } from './members.ts'
import { option } from './options.ts'

const seconds = option('--seconds', { whole: 10, short: 1 })
const people = option('--people', { whole: 6, short: 2 })

type Where = string | null

async function prove(machine: Machine, failures: readonly Trouble[], withFile = false): Promise<void> {
  const members = await selectMembers(machine)
  const file = withFile ? await aPicture(machine.url, members[0] as Member) : null
  const place: FailingPlace = { url: machine.url, members, file, onDatabase: machine.onDatabase }
  for (const failure of failures) await reportTrouble(place, failure)
}

function selectMembers({ onDatabase }: Machine): Promise<Member[]> {
  return onDatabase(async (client) => {
    // A host that is a socket's folder is URL-encoded in the connection string.
    const { host, port, user, password, database } = client
    const at = `postgresql://${user}:${encodeURIComponent(password ?? '')}@${encodeURIComponent(host)}:${port}/${database}`
    const db = openDatabase(at, { max: 1 })
    try {
      return await makeMembers(db, people)
    } finally {
      await db.destroy()
    }
  })
}

/** Uploads a photo for a spot and returns it as a public file. */
async function aPicture(url: string, { bearer }: Member): Promise<KnownFile> {
  const photo = await phonePhoto({ width: 320, height: 240 })
  const begun = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...CHUNK,
      ...bearer,
      'upload-length': String(photo.length),
      'upload-metadata': metadata('image/jpeg', 'x.jpg'),
    },
    body: new Uint8Array(photo),
  })
  const id = begun.headers.get('location')?.split('/').pop()
  for (;;) {
    const media = (await send(url, `/api/media/${id}`, { headers: bearer }))?.json()
    if (media?.status === 'ready') {
      const shared = await send(url, '/api/spots', {
        method: 'POST',
        headers: { ...bearer, 'idempotency-key': randomUUID() },
        body: {
          name: 'Ledge',
          description: '',
          latitude: 41.4,
          longitude: 2.2,
          spot_types: ['ledges'],
          media_ids: [id],
        },
      })
      if (shared?.status !== 201) throw new Error(`a spot with the picture: ${shared?.status}`)
      const path = `${String(media.base)}/400.webp`
      const bytes = await (await fetch(url + path, { headers: bearer })).arrayBuffer()
      return { path, sha256: createHash('sha256').update(new Uint8Array(bytes)).digest('hex') }
    }
    if (media?.status === 'failed') throw new Error('the picture failed')
    await sleep(50)
  }
}

/** Makes the media store fail in every possible way. */
export async function storeFailures(): Promise<void> {
  const store = await testS3()
  atEnd(() => store.close())
  const machine = await startMachine(join(runFolder('store'), 'data'), { ...store.env, BACKUP_DAYS: '0' })
  const fails = (name: string, failure: Failure): Trouble => ({
    name: `S3 ${name}`,
    begin: () => store.fail(({ path }) => (path.includes('media') || path.length > 20 ? failure : null)),
    end: () => store.fail(),
    seconds,
  })
  await prove(
    machine,
    [
      fails('answers 500', 500),
      fails('answers 503', 503),
      fails('hangs', 'hangs'),
      fails('cuts', 'cuts'),
      fails('loses answers', 'loses'),
    ],
    true,
  )
}

/** Fills the disk. */
export async function diskFailures(missing: Where): Promise<void> {
  if (missing) return console.log(`  disk full: skipped, ${missing}`)
  const disk = join(runFolder('disk'), 'disk')
  mkdirSync(disk, { mode: 0o755 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'none', disk])
  atEnd(async () => void spawnSync('umount', ['-l', disk]))
  const machine = await startMachine(join(disk, 'data'), { BACKUP_DAYS: '0' })
  const filler = join(disk, 'filler')
  const full: Trouble = {
    name: 'disk full',
    // Fills the disk several times, because the database frees some space.
    begin: async () => {
      for (let tries = 0; tries < 3; tries += 1) {
        spawnSync('sh', ['-c', `cat /dev/zero >> ${filler}`])
        await sleep(300)
      }
    },
    end: () => rmSync(filler),
    seconds,
  }
  await prove(machine, [full])
}

const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
].find(existsSync)

/** Moves the clock of the server and database one hour ahead, then one hour back. */
export async function clockFailures(): Promise<void> {
  if (!FAKETIME)
    return console.log('  clock: skipped, libfaketime is not found (apt-get install libfaketime)')
  const folder = runFolder('clock')
  const file = join(folder, 'clock')
  const set = (text: string) => writeFileSync(file, `${text}\n`)
  set('+0')
  const machine = await startMachine(join(folder, 'data'), {
    BACKUP_DAYS: '0',
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  })
  const jump = (name: string, to: string, from: string): Trouble => ({
    name: `the clock jumps an hour ${name}`,
    begin: () => set(to),
    end: () => set(from),
    seconds: Math.max(2, seconds),
  })
  await prove(machine, [jump('ahead', '+1h', '+0'), jump('back', '-1h', '+0')])
}

/** Stops name resolution, and closes all database connections so that they have to be reopened. */
export async function nameFailures(missing: Where): Promise<void> {
  if (missing) return console.log(`  names: skipped, ${missing}`)
  const folder = runFolder('names')
  const [hosts, resolver] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
  const known = '127.0.0.1 localhost nollie-database\n'
  writeFileSync(hosts, known)
  // No name server is running at this address.
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
  execFileSync('mount', ['--bind', hosts, '/etc/hosts'])
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf'])
  const url = new URL(await (await throwAwayCluster()).database('names'))
  const socket = join(decodeURIComponent(url.hostname), '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const proxy = createServer((from) => {
    const to = connect(socket)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  const name = `postgresql://${url.username}:${url.password}@nollie-database:${(proxy.address() as AddressInfo).port}${url.pathname}`
  const machine = await startMachine(join(folder, 'data'), {
    DATABASE_URL: name,
    UNENCRYPTED_HOSTS: 'nollie-database',
  })
  const local: Machine = { ...machine, onDatabase: (work) => onUrl(url.href, work) }
  const cut = (text: string) => {
    writeFileSync(hosts, text)
    for (const one of sockets) one.destroy()
  }
  await prove(local, [
    {
      name: 'names are not resolved',
      begin: () => cut('127.0.0.1 localhost\n'),
      end: () => writeFileSync(hosts, known),
      seconds,
    },
  ])
  for (const file of ['/etc/hosts', '/etc/resolv.conf']) spawnSync('umount', [file])
}
