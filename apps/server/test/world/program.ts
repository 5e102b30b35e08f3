import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ports that systems don't assign to connections, so that none takes one before a server listens on it. */
const PORTS = { from: 12_000, to: 32_000 }

/** Returns a local port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    const probe = createServer().listen(port)
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

type Program = { name: string; port: number; spawn: () => ChildProcess }

/**
 * Starts an external program and waits until it accepts connections. It can be stopped as if it had crashed, and then
 * restarted.
 */
export async function startProgram({ name, port, spawn }: Program) {
  const begin = async () => {
    const child = spawn()
    let log = ''
    child.stderr?.on('data', (part) => (log += part))
    while (!(await takesConnections(port))) {
      if (child.exitCode !== null) throw new Error(`${name} ended\n${log}`)
      await sleep(20)
    }
    return child
  }
  let child = await begin()
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    start: async () => void (child = await begin()),
  }
}
