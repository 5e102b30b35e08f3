import { expect, test } from 'vitest'
import { isScreen } from '../../apps/server/src/web-screens.ts'
import { repositoryFiles } from './files.ts'

test('the server knows exactly the addresses that have a screen', () => {
  const files = repositoryFiles().filter((path) => /^apps\/web\/src\/app\/routes\/[^_]/.test(path))
  const addresses = files.map((path) => {
    const name = path.replace(/^.*\/routes\//, '').replace(/(?:\.?index)?\.tsx$/, '')
    // A part that starts with an underscore is a layout, and not part of any address.
    return `/${name
      .replaceAll(/_\w+\./g, '')
      .replaceAll('.', '/')
      .replaceAll(/\$\w+/g, 'a1')}`
  })
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => !isScreen(address))).toEqual([])
  for (const none of ['/nowhere', '/community/a1/b2', '/settings/more', '/spots/a1/edit'])
    expect(isScreen(none), none).toBe(false)
})
