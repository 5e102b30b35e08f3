import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Sends the signal that opens the inspector of a server started with `NODE_OPTIONS=--inspect-port=PORT`. */
export async function inspect(pid: number, port: number): Promise<Inspected> {
  process.kill(pid, 'SIGUSR1')
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const [target] = answer?.ok ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : []
    if (target) return open(target.webSocketDebuggerUrl)
    await sleep(50)
  }
  throw new Error('The server opens no inspector.')
}

/** An open inspector, used to measure a server's memory. */
export type Inspected = { heapAfterCollection: () => Promise<number>; close: () => void }

async function open(url: string): Promise<Inspected> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  const ask = (method: string): Promise<{ usedSize?: number }> =>
    new Promise((resolve) => {
      const id = (last += 1)
      const take = ({ data }: MessageEvent<string>): void => {
        const answer = JSON.parse(data) as { id?: number; result?: { usedSize?: number } }
        if (answer.id !== id) return
        socket.removeEventListener('message', take)
        resolve(answer.result ?? {})
      }
      socket.addEventListener('message', take)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    heapAfterCollection: async () => {
      // The second run collects objects that were released by finalizers in the first one.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      return (await ask('Runtime.getHeapUsage')).usedSize ?? Number.NaN
    },
    close: () => socket.close(),
  }
}

/** Returns the number of file handles that a process has open. */
export function countHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
