import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { VARIABLES } from '../../apps/server/src/config.ts'

const UNITS = [
  ['nollie.service', 'nollie.service'],
  ['nollie@.service', 'nollie@web.service'],
] as const
/** The maximum exposure level, in tenths; systemd rates 3.0 as "OK". */
const MOST_EXPOSED = 30

function readUnit(name: string): string {
  return readFileSync(new URL(`../../deploy/systemd/${name}`, import.meta.url), 'utf8')
}

function analyze(...args: string[]) {
  return spawnSync('systemd-analyze', args, { encoding: 'utf8' })
}

const isThere = analyze('--version').status === 0
const why = isThere ? '' : ' (skipped: no systemd-analyze on this machine)'

const folder = mkdtempSync(join(tmpdir(), 'nollie-units-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(!isThere).for(UNITS)(`%s is valid, with an exposure of at most 3.0${why}`, ([unit, instance]) => {
  const file = join(folder, instance)
  // The check would fail if npm weren't installed here.
  writeFileSync(file, readUnit(unit).replace('/usr/bin/npm', '/bin/true'))
  const { stdout, stderr } = analyze('verify', '--man=no', file)
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(instance))
  // systemd before 254 doesn't know this setting, and uses the list of names that follows it in the unit.
  expect(complaints.filter((line) => !line.includes("'ImportCredential'"))).toEqual([])
  const { status, stdout: report } = analyze(
    'security',
    '--offline=true',
    `--threshold=${MOST_EXPOSED}`,
    file,
  )
  expect(status, report).toBe(0)
})

test.for(UNITS)('%s: each credential that it loads by name is a setting', ([unit]) => {
  const names = [...readUnit(unit).matchAll(/^LoadCredentialEncrypted=nollie\.(\w+)$/gm)].map(
    ([, name]) => name,
  )
  expect(names).toContain('SECRET')
  expect(names.filter((name) => !VARIABLES.includes(name ?? ''))).toEqual([])
  // Variables whose name says that they contain a password, key, or token.
  const secrets = VARIABLES.filter(
    (name) => /SECRET|_KEY$|TOKEN/.test(name) && !/PUBLIC_KEY|SITE_KEY/.test(name),
  )
  expect(secrets.filter((name) => !names.includes(name))).toEqual([])
})
