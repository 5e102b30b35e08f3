import { join } from 'node:path'
import { expect, test } from 'vitest'
import { server } from '../process/server.ts'
import { emptyFolder, killed, lives, findPostmaster } from './holder.ts'

test('the server with its embedded database survives kill -9, refuses a second server, restarts a dead database, and obeys SIGTERM', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = await server({ DATA_DIR: dataDir })
  await first.ready()
  await first.kill()
  const left = findPostmaster(dataDir)
  expect(left).toBeGreaterThan(0)

  const second = await server({ DATA_DIR: dataDir })
  await second.ready()
  expect(findPostmaster(dataDir)).toBe(left)
  expect((await fetch(`${second.url}/api/health/ready`)).status).toBe(200)

  const third = await server({ DATA_DIR: dataDir })
  expect(await third.ended).toBe(1)
  expect(third.output.err).toMatch(
    new RegExp(`^Nollie can't start:\\n {2}Another Nollie server \\(pid ${second.child.pid}\\) .*\\n$`),
  )

  await killed(left)
  const ready = () => fetch(`${second.url}/api/health/ready`).then(({ status }) => status)
  await expect.poll(() => [0, left].includes(findPostmaster(dataDir))).toBe(false)
  await expect.poll(ready).toBe(200)
  const back = findPostmaster(dataDir)

  expect(await second.stop()).toBe(0)
  await expect.poll(() => lives(back)).toBe(false)
  await expect.poll(() => lives(left)).toBe(false)
})
