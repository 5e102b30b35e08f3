import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

test('no source file is longer than 400 lines', () => {
  const long = sources()
    .map((path) => [path, read(path).split('\n').length] as const)
    .filter(([, lines]) => lines > 400)
  expect(long).toEqual([])
})
