import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everyDay, KINDS, ON_OTHER_DATABASE, onDay, type Pass } from './files-of-the-day.ts'
import { found } from './left-to-other-days.ts'

const SERVER = new URL('..', import.meta.url).pathname
// Parts are two or three, so this many days are all that there are.
const DAYS = [0, 1, 2, 3, 4, 5]
const filesOf = (passes: readonly Pass[], day: number) => passes.flatMap((pass) => found(onDay(pass, day)))

test.each<{ passes: Pass[] }>([{ passes: ['alone'] }, { passes: ['beside'] }, { passes: ['other'] }])(
  'three days in a row try every file of the pass: $passes',
  ({ passes }) => {
    const all = passes.flatMap((pass) => found(everyDay(pass)))
    for (const day of DAYS) {
      const tried = new Set([0, 1, 2].flatMap((later) => filesOf(passes, day + later)))
      expect(
        all.filter((file) => !tried.has(file)),
        `from day ${day}`,
      ).toEqual([])
    }
  },
)

test('both passes have every file of the server between them', () => {
  const every = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: SERVER })
  expect(every.length).toBeGreaterThan(250)
  expect(found(everyDay('alone')).toSorted()).toEqual(every.toSorted())
  const both = new Set([...found(everyDay('beside')), ...found(everyDay('other'))])
  expect(every.filter((file) => !both.has(file))).toEqual([])
})

test('each day tries something of each kind, and what is of no kind', () => {
  const ofKinds = new Set(globSync(Object.values(KINDS).flat(2), { cwd: SERVER }))
  for (const passes of [['alone'], ['beside', 'other']] as const)
    for (const day of DAYS) {
      const tried = new Set(filesOf(passes, day))
      for (const [kind, parts] of Object.entries(KINDS)) {
        const files = globSync(parts.flat(), { cwd: SERVER })
        expect(
          files.some((file) => tried.has(file)),
          `${kind} on day ${day}`,
        ).toBe(true)
      }
      expect([...tried].some((file) => file.startsWith('test/process/'))).toBe(true)
      const programs = new Set(
        globSync(['test/process/*.test.ts', 'src/modules/profiles/admin.test.ts'], { cwd: SERVER }),
      )
      const others = found(everyDay('alone')).filter((file) => !ofKinds.has(file) && !programs.has(file))
      expect(others.filter((file) => !tried.has(file))).toEqual([])
    }
})

test('a backup, its plans, migrations and locks are tried each day, on the other database where there is one', () => {
  for (const passes of [['alone'], ['other']] as const)
    for (const day of DAYS)
      expect(filesOf(passes, day)).toEqual(
        expect.arrayContaining([
          ...globSync(['src/db/**/*.test.ts', 'test/plans/*.test.ts'], { cwd: SERVER }),
          'src/backup/backup.test.ts',
          'src/modules/likes/likes.test.ts',
          'test/retention.test.ts',
        ]),
      )
})

test('no file is in two parts, and each pattern names a file', () => {
  const patterns = [...Object.values(KINDS).flat(2), ...ON_OTHER_DATABASE]
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: SERVER }))
  expect(files.filter((file, n) => files.indexOf(file) !== n)).toEqual([])
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: SERVER }).length === 0)).toEqual([])
})
