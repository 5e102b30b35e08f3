import { randomBytes } from 'node:crypto'
import { insertMember, insertSession } from '../../../../apps/server/test/makers/member-rows.ts'
import type { Db } from '../../../../apps/server/src/db/open.ts'

/** A member and a session. */
export type Member = {
  user_id: string
  email: string
  password: string
  bearer: { authorization: string }
}

/** Inserts members, each with a session, directly into the database. */
export async function makeMembers(db: Db, count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let n = 0; n < count; n += 1) {
    const username = `p_${randomBytes(6).toString('hex')}`
    const account = { username, email: `${username}@example.com`, password: `${username} rolls away` }
    const user_id = await insertMember(db, account)
    const token = await insertSession(db, user_id)
    members.push({ ...account, user_id, bearer: { authorization: `Bearer ${token}` } })
  }
  return members
}

/** Sends a JSON request; returns null if there was no response. */
export async function send(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    ms = 20_000,
  }: { method?: string; headers?: Record<string, string>; body?: object; ms?: number } = {},
): Promise<{ status: number; headers: Headers; json: () => Record<string, unknown> } | null> {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      signal: AbortSignal.timeout(ms),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      json: () => (text ? (JSON.parse(text) as Record<string, unknown>) : {}),
    }
  } catch {
    return null
  }
}
