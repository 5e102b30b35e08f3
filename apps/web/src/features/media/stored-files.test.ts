import 'fake-indexeddb/auto'
import { createStore, get, keys, set } from 'idb-keyval'
import { expect, test } from 'vitest'
import { dropFile, patchFile, type StoredFile, storedFiles, storeFile } from './stored-files.ts'

const files = createStore('nollie.uploads', 'files')

function file(id: string, order: number): StoredFile {
  return {
    id,
    name: `${id}.jpg`,
    kind: 'image',
    blob: new Blob(['bytes']),
    position: null,
    order,
    url: null,
    sent: false,
  }
}

test('a stored file can be changed', async () => {
  await storeFile('maya', file('a', 1))
  await storeFile('maya', file('b', 0))
  await patchFile('maya', 'a', { url: '/api/uploads/1', sent: true })
  expect(await storedFiles('maya')).toMatchObject([
    { id: 'b' },
    { id: 'a', url: '/api/uploads/1', sent: true },
  ])
})

test('changing a file that is not stored has no effect', async () => {
  await storeFile('kofi', file('a', 0))
  await dropFile('kofi', 'a')
  await patchFile('kofi', 'a', { sent: true })
  expect(await get('kofi/a', files)).toBeUndefined()
})

test('omits and deletes files without bytes, but only if they belong to the owner', async () => {
  await storeFile('ines', file('a', 0))
  await set('ines/b', { order: 1 }, files)
  await set('ines/c', undefined, files)
  await set('omar/d', { order: 1 }, files)
  expect((await storedFiles('ines')).map(({ id }) => id)).toEqual(['a'])
  expect((await keys(files)).filter((key) => /^(?:ines|omar)\//.test(String(key)))).toEqual([
    'ines/a',
    'omar/d',
  ])
})

test('stores the files for a spot separately from those for a new one', async () => {
  await storeFile('lena', file('new', 0))
  await storeFile('lena:spot.1', file('added', 0))
  expect(await storedFiles('lena')).toMatchObject([{ id: 'new' }])
  expect(await storedFiles('lena:spot.1')).toMatchObject([{ id: 'added' }])
})
