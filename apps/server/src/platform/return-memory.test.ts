import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EventLoopUtilization } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { returnMemoryWhenQuiet } from './return-memory.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as NonNullable<Parameters<typeof returnMemoryWhenQuiet>[0]>['collect']

function process_(given: { share: number; memory: number }) {
  const calls: object[] = []
  const look = returnMemoryWhenQuiet({
    collect: async (options) => {
      calls.push(options)
      given.memory = 100
    },
    utilization: () => ({ utilization: given.share }) as EventLoopUtilization,
    memory: () => given.memory,
  })
  return { look, calls }
}

test('returns memory once after a busy period, not during it', async () => {
  const now = { share: 0.8, memory: 500 }
  const { look, calls } = process_(now)
  await look()
  expect(calls).toHaveLength(0)
  now.share = 0.01
  await look()
  expect(calls).toHaveLength(1)
  // There has been no growth since then, so nothing happens.
  now.memory = 105
  await look()
  expect(calls).toHaveLength(1)
  now.memory = 120
  await look()
  expect(calls).toHaveLength(2)
})

test("does nothing if garbage collection isn't exposed", async () => {
  await returnMemoryWhenQuiet({ collect: undefined, memory: () => 1 })()
})

test('a check frees memory that this process used during a busy period', async () => {
  const heap = () => process.memoryUsage().heapTotal
  let garbage: unknown[] | null = Array.from({ length: 400_000 }, (_, i) => ({ i, text: `left behind ${i}` }))
  const full = heap()
  expect(garbage.length).toBe(400_000)
  garbage = null
  const look = returnMemoryWhenQuiet({
    collect,
    utilization: () => ({ utilization: 0 }) as EventLoopUtilization,
  })
  await sleep(10)
  await look()
  expect(heap()).toBeLessThan(full - 20 * 1024 * 1024)
})
