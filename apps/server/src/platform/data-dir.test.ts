import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PROGRAM_ENV } from '../../test/world/program-env.ts'
import { buildSourcePath } from '../../test/world/program-file.ts'
import { requireDataDir } from './data-dir.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-data-dir-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'file')
writeFileSync(file, 'mine')

test('creates a data directory with its parents, and leaves nothing in it', () => {
  requireDataDir(join(folder, 'a', 'b', 'data'))
  requireDataDir(join(folder, 'a', 'b', 'data'))
  expect(readdirSync(join(folder, 'a', 'b', 'data'))).toEqual([])
})

symlinkSync(join(folder, 'nowhere', 'data'), join(folder, 'dangling'))

test.for([
  ['a file', file, /DATA_DIR .*file can't be a folder for \S+ \(user id \d+\): .*file is a file/],
  ['a file with a slash', `${file}/`, /DATA_DIR .*file can't be a folder .*: .*file is a file/],
  ['below a file', join(file, 'data'), /DATA_DIR .*file\/data can't be a folder .*: .*file is a file/],
  [
    'where no folder can be made',
    '/proc/none/data',
    /^DATA_DIR \/proc\/none\/data can't be (created|written) in \/proc by \S+ \(user id/,
  ],
  ['a link to nowhere', join(folder, 'dangling'), /^DATA_DIR .*dangling can't be/],
  [
    'a name that is too long',
    join(folder, 'x'.repeat(300)),
    /^DATA_DIR .* can't be used by \S+ \(user id \d+\)/,
  ],
] as const)('%s: prints one line that names the folder and the user', ([, dataDir, line]) => {
  expect(() => requireDataDir(dataDir)).toThrow(line)
  expect(() => requireDataDir(dataDir)).toThrow(/^[^\n]+$/)
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
})

// Only root can switch to another user, who has no access to the folder.
const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  "prints one line with the folder and the user if it isn't writable, and creates nothing",
  () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o755 })
    const program = `const m = await import(process.argv[1]); process.seteuid(65534)
    try { m.requireDataDir(process.argv[2]) } catch (error) { console.log(error.message) }`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        program,
        buildSourcePath('apps/server/src/platform/data-dir.ts'),
        join(closed, 'data'),
      ],
      { encoding: 'utf8', env: PROGRAM_ENV },
    )
    expect(stderr).toBe('')
    expect(stdout).toMatch(new RegExp(`^DATA_DIR ${closed}/data can't be written in ${closed} by .*user id`))
    expect(readdirSync(closed)).toEqual([])
  },
)

test.runIf(isRoot)('prints one line without a stack trace if another user owns a file inside', () => {
  const dataDir = join(folder, 'mixed')
  mkdirSync(dataDir, { mode: 0o777 })
  chmodSync(dataDir, 0o777)
  writeFileSync(join(dataDir, 'secret'), 'x'.repeat(43), { mode: 0o600 })
  const program = `const [secret, failure] = await Promise.all(process.argv.slice(2).map((file) => import(file)))
    process.seteuid(65534)
    try { secret.readOrCreateSecret(process.argv[1]) } catch (error) { console.log(failure.describeFailure(error)) }`
  const files = ['persistent-secret', 'describe-failure'].map((name) =>
    buildSourcePath(`apps/server/src/platform/${name}.ts`),
  )
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program, dataDir, ...files],
    { encoding: 'utf8', env: PROGRAM_ENV },
  )
  expect(stderr).toBe('')
  expect(stdout).toMatch(/mixed\/secret can't be used by .*user id.*: permission denied\.\n$/)
})

const PROGRAMS = [
  ['main.ts'],
  ['sample/main.ts'],
  ['import/main.ts', file],
  ['backup/main.ts', 'backup', join(folder, 'backup')],
  ['backup/main.ts', 'restore', file],
  ['backup/main.ts', 'verify'],
  ['streets/main.ts', 'list'],
  ['admin.ts', 'grant', 'ada@nollie.example'],
  ['storage/main.ts', 'move', 'disk', 's3'],
]

test.for(PROGRAMS)(
  '%s %s: exits with 1 and one line if the data directory is a file',
  ([program = '', ...args]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [buildSourcePath(`apps/server/src/${program}`), ...args],
      { encoding: 'utf8', env: { ...PROGRAM_ENV, DATA_DIR: file, PORT: '39998' } },
    )
    expect([status, stdout]).toEqual([1, ''])
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => line !== "Nollie can't start:")
    expect(lines).toEqual([expect.stringMatching(/^ *DATA_DIR \S+file can't be a folder for/)])
  },
)
