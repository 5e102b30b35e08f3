import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { children, pictureMaker } from '../../../../test/makers/picture-maker.ts'
import { until } from '../../../../test/world/until.ts'
import { ChildCrashed } from '../formats/file-refused.ts'
import { PicturePool } from './picture-pool.ts'

const { folder, make } = pictureMaker()

function killChildren() {
  for (const pid of children()) process.kill(pid, 'SIGKILL')
}

test.skipIf(process.platform !== 'linux')(
  'on a busy machine an image gets the same CPU time (Linux)',
  async () => {
    const fresh = new PicturePool([folder], { size: 1, cpuSeconds: 4 })
    const before = new Set(children())
    const made = make(await phonePhoto({ width: 4000, height: 3000 }), fresh)
    await expect.poll(() => children().filter((pid) => !before.has(pid))).toHaveLength(1)
    const [child = 0] = children().filter((pid) => !before.has(pid))
    // A stopped process simulates an extremely slow one.
    process.kill(child, 'SIGSTOP')
    await sleep(6_000)
    process.kill(child, 'SIGCONT')
    expect((await made).facts).toMatchObject({ width: 2048, height: 1536 })
    fresh.close()
    await expect.poll(children).toEqual([])
  },
)

test('R17 replaces a killed child', async () => {
  if (process.platform !== 'linux') return
  // Kills a child twice: while it's working and while it's idle.
  const large = await phonePhoto({ width: 4000, height: 3000 })
  const killed = make(large).catch((error: unknown) => error)
  await expect.poll(children).toHaveLength(1)
  killChildren()
  expect(await killed).toBeInstanceOf(ChildCrashed)
  await make(await phonePhoto({ width: 64, height: 64 }))
  killChildren()
  const small = await phonePhoto({ width: 64, height: 64 })
  // The pool notices shortly after the process dies.
  await until(() => make(small))
})

test.skipIf(process.platform !== 'linux')('D4 limits a child’s memory (Linux)', async () => {
  const small = new PicturePool([folder], { size: 1, memoryMiB: 780 })
  await make(await phonePhoto({ width: 64, height: 64 }), small)
  // A decoder stores all of a progressive JPEG in memory, about 200 MB for this one.
  const swelling = sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#888' } })
  await expect(make(await swelling.jpeg({ progressive: true }).toBuffer(), small)).rejects.toThrow(
    /ended with|couldn’t be read/,
  )
  await make(await phonePhoto({ width: 64, height: 64 }), small)
  small.close()
})
