import { join } from 'node:path'
import { expect, test } from 'vitest'
import { server } from '../process/server.ts'
import { emptyFolder, lives, postmasterOf } from './holder.ts'

test('the whole server on its embedded database: killed with -9 it is back, a second one is refused, SIGTERM leaves nothing running', async () => {
  const dataDir = join(emptyFolder(), 'data')
  const first = await server({ DATA_DIR: dataDir })
  await first.ready()
  await first.kill()
  const left = postmasterOf(dataDir)
  expect(left).toBeGreaterThan(0)

  const begun = performance.now()
  const second = await server({ DATA_DIR: dataDir })
  await second.ready()
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(postmasterOf(dataDir)).toBe(left)
  expect((await fetch(`${second.url}/api/health/ready`)).status).toBe(200)

  const third = await server({ DATA_DIR: dataDir })
  expect(await third.ended).toBe(1)
  expect(third.said.err).toMatch(
    new RegExp(`^Nollie does not start:\\n {2}Another Nollie server \\(pid ${second.child.pid}\\) .*\\n$`),
  )

  expect(await second.stop()).toBe(0)
  expect(lives(left)).toBe(false)
}, 60_000)
