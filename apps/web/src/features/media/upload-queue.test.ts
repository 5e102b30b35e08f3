import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { storeFile } from './stored-files.ts'
import { UploadQueue } from './upload-queue.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the list works even if its files cannot be restored', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('no memory')
  })
  const stored = { id: 'a', name: 'a.jpg', kind: 'image', position: null, order: 0, url: null } as const
  await storeFile('maya', { ...stored, blob: new Blob(['bytes']), sent: false })
  const queue = new UploadQueue('maya')
  await expect(queue.restored).resolves.toBeUndefined()
  expect(queue.items()).toEqual([])
})
