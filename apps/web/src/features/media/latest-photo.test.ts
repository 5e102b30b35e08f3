import { expect, test } from 'vitest'
import type { checkPhoto } from './check-file.ts'
import { makePhotoCheck } from './latest-photo.ts'

test('only the last chosen photo counts, even if its check ends first', async () => {
  const ends = new Map<File, () => void>()
  const check = makePhotoCheck(async (file) => {
    const ended = Promise.withResolvers<void>()
    ends.set(file, ended.resolve)
    await ended.promise
    return { file } as Awaited<ReturnType<typeof checkPhoto>>
  })
  const [slow, quick] = [new File(['a'], 'slow.jpg'), new File(['b'], 'quick.jpg')]
  const checks = [check(slow), check(quick)]
  ends.get(quick)?.()
  expect(await checks[1]).toEqual({ file: quick })
  ends.get(slow)?.()
  expect(await checks[0]).toBeNull()
})
