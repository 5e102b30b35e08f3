import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '../../src/platform/files/index.ts'
import { findProgram } from '../world/programs.ts'

const OURS = fileURLToPath(new URL('../../../../deploy/swift-s3.py', import.meta.url))

/** Finds the program that starts OpenStack Swift. Null if it isn't installed. */
export function findSwift(): string | null {
  return findProgram('swift-s3') ?? (existsSync('/usr/lib/python3/dist-packages/swift') ? OURS : null)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

// Swift needs four consecutive ports.
async function fourPorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const taken = await Promise.all([0, 1, 2, 3].map((next) => answers(first + next)))
    if (!taken.includes(true)) return first
  }
}

/** Starts the real OpenStack Swift, which verifies signatures, with an empty bucket. */
export async function startSwift(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-swift-'))
  const port = await fourPorts()
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'nollie',
    region: 'us-east-1',
    accessKeyId: 'nollie:test',
    secretAccessKey: 'a-secret-of-this-test',
  }
  const child = spawn(program, [folder, String(port)], {
    env: {
      ...process.env,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (part) => (log = (log + part).slice(-5_000)))
  // Swift's starter writes this file once the bucket exists.
  while (!existsSync(join(folder, 'ready'))) {
    if (child.exitCode !== null) throw new Error(`Swift ended\n${log}`)
    await sleep(50)
  }
  return {
    settings,
    close: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
