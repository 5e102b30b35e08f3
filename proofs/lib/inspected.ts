import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Opens the inspector of a server that was started with `NODE_OPTIONS=--inspect-port=PORT`, through its signal. */
export const inspect = async (pid: number, port: number): Promise<Inspected> => {
  process.kill(pid, 'SIGUSR1')
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const [target] = answer?.ok ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : []
    if (target) return open(target.webSocketDebuggerUrl)
    await sleep(50)
  }
  throw new Error('The server opens no inspector.')
}

/** A server whose memory is inspected. */
export type Inspected = { heapAfterCollection: () => Promise<number>; close: () => void }

const open = async (url: string): Promise<Inspected> => {
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
      // The second run collects objects released by finalizers of the first.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      return (await ask('Runtime.getHeapUsage')).usedSize ?? Number.NaN
    },
    close: () => socket.close(),
  }
}

/** How many file handles a process has open. */
export const countHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
