import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** The numbers that this worker tries: every `counterStep`th one, starting at `counterStart`. */
export type Task = { challenge: Challenge; counterStart: number; counterStep: number }

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  void solveChallenge({ ...data, deriveKey }).then((solution) => {
    // A missing solution means that the search took too long.
    if (!solution) throw new Error('The challenge was not solved.')
    postMessage(solution)
  })
})
