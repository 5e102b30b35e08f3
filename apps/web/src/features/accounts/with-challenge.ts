import { ApiError } from '../../lib/api.ts'

/** A challenge may be over by the time it is solved; the next one then is not. */
const TRIES = 2

/**
 * Sends a request for a mail, and again with a solved challenge where the server wants one, because many ask. Throws
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
