import { expect, test, vi } from 'vitest'
import { makeOptimisticLikes } from './optimistic-likes.ts'

type Answer = { liked: boolean; likes_count: number }

function aServer() {
  const calls: { liked: boolean; answer: (likes: Answer) => void; fail: (error: unknown) => void }[] = []
  const comment = { id: 'c', liked: false, likes_count: 3 }
  const refused = vi.fn()
  const ports = {
    kind: 'comment-like',
    send: (_: string, liked: boolean) =>
      new Promise<Answer>((answer, fail) => calls.push({ liked, answer, fail })),
    settled: (_: string, likes: Answer) => void Object.assign(comment, likes),
    refused,
  }
  return { calls, comment, ports, refused }
}

function turns() {
  return new Promise((resolve) => setTimeout(resolve))
}

test('COMM-12 shows a like immediately, and confirms it with the response', async () => {
  const queuedLikes = makeOptimisticLikes()
  const { calls, comment, ports } = aServer()
  queuedLikes.toggle(comment, ports)
  expect(queuedLikes.shown(comment)).toEqual({ liked: true, likes_count: 4 })
  calls[0]?.answer({ liked: true, likes_count: 7 })
  await turns()
  expect(queuedLikes.shown(comment)).toEqual({ liked: true, likes_count: 7 })
})

test('COMM-12 undoes a failed like and shows an error', async () => {
  const queuedLikes = makeOptimisticLikes()
  const { calls, comment, ports, refused } = aServer()
  queuedLikes.toggle(comment, ports)
  calls[0]?.fail(new Error('no'))
  await turns()
  expect(queuedLikes.shown(comment)).toEqual({ liked: false, likes_count: 3 })
  expect(refused).toHaveBeenCalledOnce()
})

test('COMM-11 the last of several quick taps wins, with one request at a time', async () => {
  const queuedLikes = makeOptimisticLikes()
  const { calls, comment, ports } = aServer()
  queuedLikes.toggle(comment, ports)
  queuedLikes.toggle(comment, ports)
  expect(queuedLikes.shown(comment)).toEqual({ liked: false, likes_count: 3 })
  expect(calls).toHaveLength(1)
  calls[0]?.answer({ liked: true, likes_count: 4 })
  await turns()
  expect(calls.map(({ liked }) => liked)).toEqual([true, false])
  calls[1]?.answer({ liked: false, likes_count: 3 })
  await turns()
  expect(queuedLikes.shown(comment)).toEqual({ liked: false, likes_count: 3 })
  expect(calls).toHaveLength(2)
})
