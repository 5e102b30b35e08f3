import type { AccessToken } from '@nollie/contract'
import { SCOPES } from '@nollie/contract/accounts/access-token-scopes'
import { expect, test } from 'vitest'
import { SCOPES_BY_NOUN, tokenFacts } from './token-text.ts'

const NOW = Date.parse('2026-06-15T12:00:00.000Z')
const token: AccessToken = {
  id: 'x',
  name: 'Backup',
  ending: 'q7Zk',
  scopes: ['spots:read', 'spots:write', 'posts:read'],
  created_at: '2026-06-01T10:00:00.000Z',
  last_used_at: null,
  expires_at: '2026-07-01T10:00:00.000Z',
}

test('shows when a token expires and was used, and its scopes', () => {
  expect(tokenFacts(token, NOW)).toEqual([
    '…q7Zk',
    'expires Jul 1, 2026',
    'never used',
    'Spots and the map (read, edit), Posts (read)',
  ])
  expect(
    tokenFacts({ ...token, last_used_at: '2026-06-15T11:30:00.000Z', scopes: [...SCOPES] }, NOW).slice(2),
  ).toEqual(['used within the last hour', 'full access'])
  expect(tokenFacts(token, NOW + 90 * 86_400_000)[1]).toBe('expired Jul 1, 2026')
})

test('lists every scope once', () => {
  expect(SCOPES_BY_NOUN.flatMap(([, scopes]) => scopes)).toEqual(SCOPES)
})
