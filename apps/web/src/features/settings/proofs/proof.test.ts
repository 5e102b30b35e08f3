import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { explainChange, hostProofs, wantedProof, withProof } from './proof.ts'

let close: () => void = hostProofs()
let sent: string[] = []
let answer = Promise.withResolvers<void>()

/** A change that the server refuses the first time, once `answer` settles. */
async function change(): Promise<string> {
  sent.push('change')
  if (sent.length > 1) return 'done'
  await answer.promise
  throw new ApiError({ status: 403, code: 'PROOF_NEEDED', detail: 'No.', fields: {} })
}

/** Resolves once the dialog is wanted. */
function dialog(): Promise<{ settle: (isProved: boolean) => void }> {
  const { promise, resolve } = Promise.withResolvers<{ settle: (isProved: boolean) => void }>()
  const { unsubscribe } = wantedProof.subscribe((wanted) => wanted && resolve(wanted))
  return promise.finally(() => unsubscribe())
}

beforeEach(() => {
  close()
  close = hostProofs()
  sent = []
  answer = Promise.withResolvers<void>()
})

test('a change is sent again once the person has re-authenticated', async () => {
  const asked = dialog()
  const changing = withProof(change)
  answer.resolve()
  const { settle } = await asked
  settle(true)
  expect(await changing).toBe('done')
  expect(sent).toHaveLength(2)
})

test('a change is not sent again after the dialog is closed, or its screen', async () => {
  for (const leave of [
    ({ settle }: { settle: (isProved: boolean) => void }) => settle(false),
    () => close(),
  ]) {
    sent = []
    const asked = dialog()
    const failure = withProof(change).catch((error: unknown) => error)
    answer.resolve()
    leave(await asked)
    expect(explainChange(await failure, 'Not saved')).toBeNull()
    expect(sent).toHaveLength(1)
    expect(wantedProof.get()).toBeNull()
  }
})

test.for<[string, () => void]>([
  ['has left the screen', () => undefined],
  [
    'has opened another screen',
    () => {
      close = hostProofs()
    },
  ],
])('does not ask, and sends nothing, if the person %s before the server answers', async ([, open]) => {
  const failure = withProof(change).catch((error: unknown) => error)
  close()
  open()
  answer.resolve()
  expect(explainChange(await failure, 'Not saved')).toBeNull()
  expect(wantedProof.get()).toBeNull()
  close = hostProofs()
  expect([sent.length, wantedProof.get()]).toEqual([1, null])
})
