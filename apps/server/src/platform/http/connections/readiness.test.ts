import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { Readiness } from './readiness.ts'

function isSettled(work: Promise<void>): Promise<boolean> {
  return Promise.race([
    work.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 50, false)),
  ])
}

test('stops immediately if there is no load balancer', async () => {
  const readiness = new Readiness()
  // The program that started the server polled once.
  expect(readiness.answer()).toBe(true)
  expect(await isSettled(readiness.leave())).toBe(true)
})

test('reports to a polling load balancer that it is not ready before the server stops', async () => {
  const readiness = new Readiness()
  for (let n = 0; n < 3; n += 1) expect(readiness.answer()).toBe(true)
  const leaving = readiness.leave()
  expect(readiness.answer()).toBe(false)
  expect(await isSettled(leaving)).toBe(false)
  expect(readiness.answer()).toBe(false)
  await leaving
})

test('a stopping server reports that it is not ready, but still answers other requests', async () => {
  const it: TestApp = await testApp()
  try {
    expect((await it.app.inject('/api/health/ready')).statusCode).toBe(200)
    await it.app.readiness.leave()
    const refused = await it.app.inject('/api/health/ready')
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ status: 'failing', checks: { stopping: 'failing' } })
    expect((await it.app.inject('/api/config')).statusCode).toBe(200)
  } finally {
    await it.close()
  }
})
