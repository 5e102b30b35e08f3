import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries, makeRunnable } from '../../src/platform/embedded-postgres/binaries.ts'
import { PROGRAM_ENV } from '../world/program-env.ts'
import { buildSourcePath } from '../world/program-file.ts'
import { ask, emptyFolder, holder, isRoot, lives, mountsWork, PROGRAM, smallDisk } from './holder.ts'

const NOBODY = 65534

/** Whether other users can run a program, which requires access to all of its parent folders. */
function isOpenToOthers(path: string): boolean {
  return (
    dirname(path) === path || ((statSync(dirname(path)).mode & 0o001) !== 0 && isOpenToOthers(dirname(path)))
  )
}

const linuxRoot = isRoot && process.platform === 'linux'

test.runIf(isRoot)('if started by root, runs as an unprivileged user that owns its files', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const { pid, url } = await holder(dataDir).ready
  const owner = statSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION')).uid
  expect(owner).toBeGreaterThan(0)
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(owner)
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${owner}\\s+${owner}\\s+${owner}`, 'm'),
    )
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Groups:\s*$/m)
  }
  expect(await ask(url, 'select 1')).toEqual([[1]])
})

test.runIf(linuxRoot).for(['', '/nowhere/bin'])('finds that user with the PATH "%s"', (PATH) => {
  const program = `const { databaseUser, mayEnter } = await import(process.argv[1])
    const user = databaseUser('/nowhere', '/nowhere')
    console.log(user !== null && user.uid > 0, mayEnter('/', user), mayEnter('/nowhere', user))`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      program,
      buildSourcePath('apps/server/src/platform/embedded-postgres/system-user.ts'),
    ],
    { encoding: 'utf8', env: { ...PROGRAM_ENV, PATH } },
  )
  expect(stderr).toBe('')
  expect(stdout).toBe('true true false\n')
})

test.runIf(linuxRoot)(
  'works if started by root in a folder that only root can enter (/root), and can be adopted',
  async () => {
    const folder = emptyFolder()
    const dataDir = join(folder, 'closed', 'data')
    mkdirSync(join(folder, 'closed'), { mode: 0o700 })
    const first = holder(dataDir)
    const { pid, url } = await first.ready
    await ask(url, 'create table kept as select 1 as n')
    await first.kill()
    const second = holder(dataDir)
    expect(await second.ready).toMatchObject({ adopted: true, pid })
    expect(await ask(url, 'select n from kept')).toEqual([[1]])
    expect(await second.stop()).toBe(0)
    await expect.poll(() => lives(pid)).toBe(false)
    expect(statSync(join(folder, 'closed')).mode & 0o777).toBe(0o700)
  },
)

test.runIf(isRoot)(
  'an ordinary user can start their own, but another user’s is refused with a clear message',
  async ({ skip }) => {
    skip(!isOpenToOthers(process.execPath), 'the project lies in a folder that other users may not enter')
    const folder = emptyFolder()
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'data'))
    chownSync(join(folder, 'data'), NOBODY, NOBODY)
    const ordinary = holder(join(folder, 'data'), { uid: NOBODY })
    await ordinary.ready
    expect(statSync(join(folder, 'data', 'postgres', 'cluster')).uid).toBe(NOBODY)
    expect(await ordinary.stop()).toBe(0)

    const asRoot = holder(join(folder, 'data'))
    await asRoot.ready
    expect(statSync(join(folder, 'data', 'postgres', 'cluster')).uid).toBe(NOBODY)
    await asRoot.stop()

    chownSync(join(folder, 'data', 'postgres'), 1234, 1234)
    await expect(holder(join(folder, 'data'), { uid: NOBODY }).ready).rejects.toThrow(
      /belongs to user id 1234/,
    )
  },
)

test.runIf(isRoot)(
  "binaries that the database's user can't read are copied once to a readable folder",
  () => {
    const folder = emptyFolder()
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const { root, origin } = findBinaries()
    cpSync(root, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const user = { uid: NOBODY, gid: NOBODY }
    const installed = { root: join(closed, 'native'), origin }
    const copy = makeRunnable(installed, user, join(folder, 'cache'))
    expect(copy.root.startsWith(join(folder, 'cache'))).toBe(true)
    expect(
      execFileSync(join(copy.root, 'bin', 'postgres'), ['--version'], { encoding: 'utf8', ...user }),
    ).toMatch(/PostgreSQL/)
    const made = statSync(copy.root).ctimeMs
    expect(makeRunnable(installed, user, join(folder, 'cache'))).toEqual(copy)
    expect(statSync(copy.root).ctimeMs).toBe(made)
  },
)

test('does not trust a socket folder created by another user', async () => {
  const other = join(emptyFolder(), 'data')
  mkdirSync(join(other, 'postgres', 'socket'), { recursive: true, mode: 0o777 })
  chmodSync(join(other, 'postgres', 'socket'), 0o777)
  await expect(holder(other).ready).rejects.toThrow(/should be a private folder/)
})

test('if there is no PostgreSQL for this platform, prints one line that names DATABASE_URL', () => {
  expect(() => findBinaries('linux', 'mips')).toThrow(
    /^No PostgreSQL is shipped for linux-mips .*DATABASE_URL.*$/,
  )
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const pretend = 'data:text/javascript,Object.defineProperty(process,"arch",{value:"mips"})'
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', pretend, main], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: join(emptyFolder(), 'data'), PORT: '39999' },
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toEqual([
    "Nollie can't start:",
    expect.stringMatching(/^ {2}No PostgreSQL is shipped for \w+-mips .*DATABASE_URL/),
  ])
})

const ownProcesses = ['--pid', '--fork', '--kill-child', '--mount-proc']
const containersWork = linuxRoot && spawnSync('unshare', [...ownProcesses, 'true']).status === 0

test.runIf(containersWork)(
  'detects a server in another container that uses the same folder, and leaves it the only one',
  async () => {
    const dataDir = join(emptyFolder(), 'data')
    const inside = spawn('unshare', [...ownProcesses, process.execPath, PROGRAM, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void inside.kill('SIGKILL'))
    let output = ''
    inside.stdout.on('data', (part) => (output += part))
    await expect.poll(() => output).toContain('"ready":true')
    const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    const written = readFileSync(file, 'utf8')
    await expect(holder(dataDir).ready).rejects.toThrow(/Another Nollie server \(pid \d+\)/)
    expect(readFileSync(file, 'utf8')).toBe(written)
  },
)

test.runIf(mountsWork)(
  'a full disk at the first start is reported, leaves nothing half-done, and the next start works',
  async () => {
    const disk = smallDisk(30)
    await expect(holder(join(disk, 'data')).ready).rejects.toThrow(/the disk is full.*Nothing was lost/)
    expect(existsSync(join(disk, 'data', 'postgres', 'cluster'))).toBe(false)
    execFileSync('mount', ['-o', 'remount,size=200m', disk])
    const server = holder(join(disk, 'data'))
    await server.ready
    await server.stop()
  },
)

test.runIf(mountsWork)(
  'if the disk is full while running, writes are refused, nothing is lost, and it recovers',
  async () => {
    const disk = smallDisk(150)
    const server = holder(join(disk, 'data'), { settings: { max_wal_size: '32MB', min_wal_size: '32MB' } })
    const { url } = await server.ready
    await ask(url, 'create table kept as select generate_series(1, 1000) as n')
    const full = join(disk, 'filler')
    const size = spawnSync('sh', ['-c', `cat /dev/zero > ${full}`]).status
    expect(size).not.toBe(0)
    let failure = ''
    for (let i = 0; i < 40 && !failure; i++) {
      failure = await ask(url, `insert into kept select generate_series(1, 50000)`).then(
        () => '',
        (error) => String(error.code ?? error.message),
      )
    }
    expect(failure).not.toBe('')
    rmSync(full)
    await expect
      .poll(() => ask(url, 'select count(*)::int from kept where n <= 1000').catch(() => []))
      .not.toEqual([])
    await ask(url, 'insert into kept values (0)')
    expect(await ask(url, 'select count(*)::int from kept where n = 0')).toEqual([[1]])
    await server.stop()

    spawnSync('sh', ['-c', `cat /dev/zero > ${full}`])
    await expect(holder(join(disk, 'data')).ready).rejects.toThrow(/the disk is full.*Nothing was lost/)
    rmSync(full)
    const again = await holder(join(disk, 'data')).ready
    expect(await ask(again.url, 'select count(*)::int from kept where n = 0')).toEqual([[1]])
  },
)
