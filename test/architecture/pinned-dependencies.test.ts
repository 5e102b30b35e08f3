import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

test('dependencies are pinned exactly', () => {
  const loose = [
    'package.json',
    ...repositoryFiles().filter((path) => /^(apps|packages|tools)\/[^/]+\/package\.json$/.test(path)),
  ].flatMap((path) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(path))
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(String(version)))
      .map(([name, version]) => `${path}: ${name} ${String(version)}`)
  })
  expect(loose).toEqual([])
})
