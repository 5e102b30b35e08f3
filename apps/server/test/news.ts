import { randomUUID } from 'node:crypto'
import type { Comment, Notification } from '@nollie/contract'
import { expect } from 'vitest'
import { commentsCounted } from './counted.ts'
import type { TestApp } from './app.ts'
import type { TestPerson } from './people.ts'

/** What people do that others hear of, over HTTP; each expects to succeed. */
export const doings = (it: TestApp) => {
  const send = (
    who: TestPerson | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    it.app.inject({
      method,
      url,
      headers: {
        ...(who ? who.bearer : {}),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...headers,
      },
      ...(payload ? { payload } : {}),
    })
  const ok = async (...args: Parameters<typeof send>) => {
    const answer = await send(...args)
    expect(answer.statusCode, `${args[1]} ${args[2]} ${answer.body}`).toBeLessThan(300)
    return answer
  }
  const getNews = async (who: TestPerson, cursor?: string | null) =>
    (await ok(who, 'GET', `/api/notifications${cursor ? `?cursor=${cursor}` : ''}`)).json<{
      items: Notification[]
      next_cursor: string | null
    }>()
  return {
    send,
    ok,
    /** Likes, or takes it back, and waits until that is counted and told. */
    like: async (who: TestPerson, post_id: string, on = true) => {
      await ok(who, on ? 'PUT' : 'DELETE', `/api/posts/${post_id}/media/0/like`)
      await commentsCounted(it.db)
    },
    say: async (who: TestPerson, post_id: string, content: string, parent_comment_id?: string) =>
      (
        await ok(who, 'POST', `/api/posts/${post_id}/comments`, { content, parent_comment_id })
      ).json<Comment>(),
    page: getNews,
    news: async (who: TestPerson) => (await getNews(who)).items,
    unread: async (who: TestPerson) =>
      (await ok(who, 'GET', '/api/notifications/unread')).json<{ unread_count: number }>().unread_count,
    rowsOf: (who: TestPerson) =>
      it.db
        .selectFrom('notifications')
        .selectAll()
        .where('user_id', '=', who.user_id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    block: (who: TestPerson, whom: TestPerson) =>
      it.db.insertInto('blocks').values({ blocker_id: who.user_id, blocked_id: whom.user_id }).execute(),
  }
}
