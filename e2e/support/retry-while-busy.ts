import type { APIResponse } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

const LONGEST_MS = 60_000

/** Retries while a busy server refuses (503 before any work, 429 for too many from one address), as clients do. */
export async function withRetry(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  const end = Date.now() + LONGEST_MS
  for (;;) {
    const answer = await ask()
    if (![429, 503].includes(answer.status()) || Date.now() > end) return answer
    await wait(1000 * Math.min(5, Number(answer.headers()['retry-after'] ?? 1)))
  }
}
