import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../world/program.ts'
import { PROGRAM_ENV } from '../world/program-env.ts'
import { programFile, buildSourcePath } from '../world/program-file.ts'

const MAIN = 'apps/server/src/main.ts'

/**
 * Starts the real server as a separate process with only these variables and arguments. With Node arguments, it runs
 * from source. It stops after the test.
 */
export async function server(env: Record<string, string>, nodeArgs: string[] = [], args: string[] = []) {
  const port = Number(env.PORT ?? (await freePort()))
  const main = nodeArgs.length > 0 ? buildSourcePath(MAIN) : programFile(MAIN)
  const child = spawn(process.execPath, [...nodeArgs, main, ...args], {
    env: { ...PROGRAM_ENV, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = { out: '', err: '' }
  child.stdout?.on('data', (part) => (output.out += part))
  child.stderr?.on('data', (part) => (output.err += part))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return await ended
  }
  onTestFinished(async () => void (await end('SIGKILL')))
  const url = `http://localhost:${port}`
  const ready = async (line = 'Nollie is ready at') => {
    while (!output.out.includes(line)) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}\n${output.err}${output.out}`)
      await sleep(20)
    }
  }
  return { child, port, url, output, ended, ready, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
