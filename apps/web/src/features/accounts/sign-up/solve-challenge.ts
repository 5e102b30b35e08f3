import type { Challenge, Solution } from 'altcha-lib/types'
import { call } from '../../../lib/api.ts'
import type { Task } from './challenge-worker.ts'

const WORKERS_MAX = 4

function startWorker() {
  return new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module', name: 'challenge' })
}

/** Returns the first solution that any worker finds, and stops all workers. */
async function race(challenge: Challenge): Promise<Solution> {
  const counterStep = Math.min(WORKERS_MAX, Math.max(1, navigator.hardwareConcurrency || 1))
  const workers = Array.from({ length: counterStep }, startWorker)
  try {
    return await Promise.race(
      workers.map(
        (worker, counterStart) =>
          new Promise<Solution>((resolve, reject) => {
            worker.addEventListener('message', ({ data }: MessageEvent<Solution>) => resolve(data))
            worker.addEventListener('error', () => reject(new Error('The challenge was not solved.')))
            worker.postMessage({ challenge, counterStart, counterStep } satisfies Task)
          }),
      ),
    )
  } finally {
    for (const worker of workers) worker.terminate()
  }
}

/**
 * Requests a challenge and returns its solution for the `X-Solution` header, or null if the person closed the CAPTCHA.
 * Throws `ApiError`.
 */
export async function solveChallenge(): Promise<string | null> {
  const asked = await call('POST /api/auth/challenges')
  if (asked.kind === 'captcha') return (await import('./captcha-dialog.tsx')).askForCaptcha(asked)
  const challenge = JSON.parse(atob(asked.challenge)) as Challenge
  return btoa(JSON.stringify({ challenge, solution: await race(challenge) }))
}
