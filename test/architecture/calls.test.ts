import { contract } from '@nollie/contract'
import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const CALLS = 'docs/calls.md'

test('docs/calls.md lists every call of the old product once, and names existing operations and tests', () => {
  const text = read(CALLS)
  const rows = [...text.matchAll(/^\| (API-[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', ').flatMap((part) => {
      const [first = 0, last = first] = [...part.matchAll(/API-(\d+)/g)].map(([, n]) => Number(n))
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    }),
  )
  expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 74 }, (_, i) => i + 1))
  const operations = new Set(Object.values(contract).map(({ route }) => route as string))
  const named = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, route = '']) => route)
  expect(named.filter((route) => !operations.has(route))).toEqual([])
  const files = new Set(repositoryFiles())
  const tests = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, path = '']) => path)
  expect(tests.filter((path) => !files.has(path))).toEqual([])
})
