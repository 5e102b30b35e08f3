import { ApiError } from '../../../lib/api.ts'

/** A challenge may expire while it's being solved, so there is one retry. */
const TRIES = 2

/**
 * Sends an email request, and retries with a solved challenge if the server requires one under load. Throws
 * `ApiError`.
 */
export async function withChallenge<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  let solution: string | null = null
  for (let tries = 0; ; tries++) {
    try {
      return await send(solution === null ? {} : { 'x-solution': solution })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'WORK_NEEDED') || tries === TRIES) throw error
      const { solveChallenge } = await import('./solve-challenge.ts')
      solution = await solveChallenge()
      // The person closed the CAPTCHA.
      if (solution === null) throw error
    }
  }
}
