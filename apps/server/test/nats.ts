import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePortAt } from './pgbouncer.ts'

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Starts the real nats-server; ended after the test. */
export const startNats = async (program: string) => {
  const port = await freePortAt()
  const begin = async () => {
    const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    while (!(await takesConnections(port))) {
      if (child.exitCode !== null) throw new Error('nats-server ended')
      await sleep(20)
    }
    return child
  }
  let child = await begin()
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(stop)
  return { url: `nats://127.0.0.1:${port}`, stop, start: async () => void (child = await begin()) }
}
