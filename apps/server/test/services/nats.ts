import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { freePort, startProgram } from '../world/program.ts'

/** Starts a real nats-server, which stops after the test. */
export async function startNats(program: string) {
  const port = await freePort()
  const nats = await startProgram({
    name: 'nats-server',
    port,
    spawn: () => spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }),
  })
  onTestFinished(nats.stop)
  return { url: `nats://127.0.0.1:${port}`, ...nats }
}
