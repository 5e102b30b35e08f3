import { expect, test } from 'vitest'
import { hashOfToken, newSessionToken, SESSION_TOKEN } from './session-token.ts'

test('session tokens are 32 random letters and digits, so they carry 190 bits', () => {
  const tokens = Array.from({ length: 10_000 }, newSessionToken)
  expect(tokens.filter((token) => !SESSION_TOKEN.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(tokens.length)
  // 320,000 random letters contain each of the 62, at every position.
  for (let position = 0; position < 32; position++)
    expect(new Set(tokens.map((token) => token[position])).size).toBe(62)
  expect(32 * Math.log2(62)).toBeGreaterThan(190)
})

test('a stored hash is no token', () => {
  const token = newSessionToken()
  expect(hashOfToken(token)).not.toContain(token)
  expect(hashOfToken(token)).not.toMatch(SESSION_TOKEN)
  expect(hashOfToken(token)).toBe(hashOfToken(token))
})
