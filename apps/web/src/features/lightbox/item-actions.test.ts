import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { session } from '../../lib/session.ts'
import { ItemActions } from './item-actions.tsx'
import type { LightboxItem } from './lightbox-item.ts'

const user = { user_id: 'me', username: 'maya', full_name: null, avatar_url: null, avatar: null }
const item = {
  post_id: 'post',
  media_index: 0,
  media: { type: 'image' },
  user,
  created_at: '2026-01-01T00:00:00.000Z',
} as unknown as LightboxItem

/** Returns the names of the disabled buttons. */
function disabled(): string[] {
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(ItemActions, { item, comments: false, onComments: () => undefined }),
    ),
  )
  const buttons = html.match(/<button[^>]*>/g) ?? []
  return buttons
    .filter((button) => button.includes('aria-disabled="true"'))
    .map((button) => /aria-label="([^"]*)"/.exec(button)?.[1] ?? '')
}

test('MEDIA-30 G-24 disables liking and commenting for signed-out people only', () => {
  expect(disabled()).toEqual(['Like', 'Comments, 0'])
  session.signedIn({ user: { ...user, is_admin: false }, expires_at: '2030-01-01T00:00:00.000Z' } as never)
  expect(disabled()).toEqual([])
  session.signedOut()
  expect(disabled()).toEqual(['Like', 'Comments, 0'])
})
