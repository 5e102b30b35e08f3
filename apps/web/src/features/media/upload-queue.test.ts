import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { toFileFields } from './file-fields.ts'
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

function aJpeg(name: string) {
  return new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), new Uint8Array(32)], name, { type: 'image/jpeg' })
}

function aText() {
  return new File(['bench'], 'a.txt', { type: 'text/plain' })
}

test('files that are still being inspected are waited for, in order', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const queue = new UploadQueue('jo')
  void queue.add([aJpeg('first.jpg')])
  void queue.add([aJpeg('second.jpg')])
  expect(queue.items()).toEqual([])
  expect((await queue.filesToWait()).map(({ name }) => name)).toEqual(['first.jpg', 'second.jpg'])
})

test('clearing the list also drops files that are still being inspected', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const queue = new UploadQueue('kim')
  const adding = queue.add([aJpeg('late.jpg')])
  queue.clear({ keep: false })
  await adding
  expect(queue.items()).toEqual([])
})

test('all photos arrive from pastes in a row, whatever else is pasted between them', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const queue = new UploadQueue('sam')
  const pastes = [[aJpeg('1.jpg')], [aText()], [aJpeg('2.jpg'), aJpeg('3.jpg')], [aJpeg('4.jpg')]]
  const notes = await Promise.all(pastes.map((files) => queue.add(files)))
  expect(notes).toEqual([[], [{ name: 'a.txt', why: 'not_media' }], [], []])
  expect(queue.items().map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
})

test('a list for one photo takes the first photo from pastes in a row', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const queue = new UploadQueue('lee')
  const pastes = [aText(), aJpeg('first.jpg'), aJpeg('second.jpg')]
  const notes = await Promise.all(pastes.map((file) => queue.addOnly(file)))
  expect(notes).toEqual([[{ name: 'a.txt', why: 'not_media' }], [], []])
  expect(queue.items().map(({ name }) => name)).toEqual(['first.jpg'])
})

test('a description typed while a file is still being prepared waits with the file, and comes back with it', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const queue = new UploadQueue('ann')
  await queue.add([aJpeg('ledge.jpg')])
  const id = queue.items()[0]?.id ?? ''
  queue.describe(id, 'A ledge')
  const waiting = await queue.filesToWait()
  expect(waiting.map(({ alt_text }) => alt_text)).toEqual(['A ledge'])
  const other = new UploadQueue('ann', 'later')
  await other.restored
  await other.takeBack(waiting)
  expect(other.items().map(({ alt_text }) => alt_text)).toEqual(['A ledge'])
})

test('files of a draft have their descriptions, and a removed one is sent as removed', () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const queue = new UploadQueue('eli')
  const media = { type: 'image', status: 'ready', base: null, url: null, width: 1, height: 1 } as const
  const rest = { thumbhash: null, duration: null, failure: null }
  queue.adopt([{ id: 'm1', ...media, ...rest, alt_text: 'A rail' }])
  expect(toFileFields(queue.adopted())).toEqual({ media_ids: ['m1'], alt_texts: ['A rail'] })
  queue.describe('m1', '')
  expect(toFileFields(queue.adopted())).toEqual({ media_ids: ['m1'], alt_texts: [''] })
})
