import { expect, test } from 'vitest'
import { RecentAnswers } from './recent-answers.ts'

test('the number of cached answers is limited; the least recently requested one is evicted', async () => {
  const recent = new RecentAnswers<string>(2)
  const fetched: string[] = []
  const get = (key: string) => recent.get(key, async () => (fetched.push(key), key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(fetched).toEqual(['a', 'b', 'c', 'b'])
  expect(recent.size).toBe(2)
  await expect(recent.get('d', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await get('d')).toBe('d')
})
