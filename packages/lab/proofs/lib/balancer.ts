import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../../../apps/server/test/world/programs.ts'
import { atEnd } from '../../bench/clean-up.ts'
import { freePort } from '../../../../e2e/support/server.ts'

/** A load balancer's URL; `allUp` waits until it sends requests to every server. */
export type Balancer = { url: string; allUp: () => Promise<void> }

/** Starts HAProxy in front of the servers, configured as in deploy/fleet.sh. Returns null if it isn't installed. */
export async function startBalancer(folder: string, urls: readonly string[]): Promise<Balancer | null> {
  const program = findProgram('haproxy')
  if (!program) return null
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  # On a busy machine a late answer is no dead server.
  timeout check 10s
listen people
  mode http
  bind 127.0.0.1:${port}
  option httpchk GET /api/health/ready
  stats enable
  stats uri /balancer
  option redispatch
  retry-on conn-failure
  default-server check inter 500ms fastinter 200ms fall 2 rise 1
${urls.map((url, n) => `  server web-${n} 127.0.0.1:${new URL(url).port}`).join('\n')}
`,
  )
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  atEnd(async () => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const allUp = async () => {
    for (;;) {
      if (child.exitCode !== null) throw new Error('haproxy ended')
      const answer = await fetch(`${url}/balancer;csv`).catch(() => null)
      const lines = (await answer?.text())?.split('\n') ?? []
      if (lines.filter((line) => /^people,web-\d+,.*,UP,/.test(line)).length === urls.length) return
      await sleep(100)
    }
  }
  await allUp()
  return { url, allUp }
}
