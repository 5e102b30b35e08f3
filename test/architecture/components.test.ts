import { expect, test } from 'vitest'
import { findComponents } from './components.ts'
import { read, sources } from './files.ts'

const SRC = 'apps/web/src/'
const MAX_LINES = 60

/** Forms that exceed the limit: fields, errors, and submit share one component. Remove entries that fit again. */
const LONG_FORMS = [
  'features/content/share-content-form.tsx: ShareContentForm',
  'features/moderation/decide-form.tsx: VerdictForm',
  'features/reports/notice-form.tsx: NoticeForm',
  'features/share/share-form.tsx: ShareForm',
  'ui/forms/compose-form.tsx: ComposeForm',
]
/** Other components that exceed the limit: currently none, and never ten or more. */
const LONG_OTHERS: string[] = []

function isLong({ lines }: { lines: number }) {
  return lines > MAX_LINES
}

test('measures functions and calls with functions, but not constants', () => {
  const body = (lines: number) => `() => {\n${'  look()\n'.repeat(lines - 2)}}`
  expect(findComponents(`export const Planted = memo(${body(61)})`).filter(isLong)).toHaveLength(1)
  expect(findComponents(`export function Planted${body(61).replace(' =>', '')}`).filter(isLong)).toHaveLength(
    1,
  )
  expect(findComponents(`function Outer() { const Inner = ${body(61)}; return <Inner /> }`)).toEqual([
    { name: 'Outer', lines: 61 },
    { name: 'Inner', lines: 61 },
  ])
  expect(findComponents(`const Planted = ${body(60)}`).filter(isLong)).toEqual([])
  expect(findComponents(`const PLANTED = make(${body(61)})\nconst usePlanted = ${body(61)}`)).toEqual([])
})

test('a component has at most 60 lines: extract hooks and smaller components', () => {
  const components = sources()
    .filter((path) => path.startsWith(SRC) && path.endsWith('.tsx'))
    .flatMap((path) =>
      findComponents(read(path)).map((found) => ({
        ...found,
        title: `${path.slice(SRC.length)}: ${found.name}`,
      })),
    )
  expect(components.length).toBeGreaterThan(400)
  const long = components.filter(isLong).map(({ title }) => title)
  expect(long.toSorted()).toEqual([...LONG_FORMS, ...LONG_OTHERS].toSorted())
  expect(LONG_OTHERS.length).toBeLessThan(10)
})
