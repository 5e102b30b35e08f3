import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Server = { url: string; dataDir: string }

/** Sends JSON to a running server; returns the parsed JSON response. */
export async function json(
  { url }: Pick<Server, 'url'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return text ? JSON.parse(text) : null
}

/** Creates an account, verifies it through the emailed link, and signs in. */
export async function member(server: Server) {
  const username = `b_${randomBytes(5).toString('hex')}`
  const account = { username, email: `${username}@example.com`, password: `${username} rolls away` }
  await json(server, '/api/auth/sign-up', account)
  const outbox = join(server.dataDir, 'outbox')
  const verifyToken = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .map((name) =>
        readFileSync(join(outbox, name), 'utf8')
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('=3D', '='),
      )
      .filter((mail) => mail.includes(account.email))
      .map((mail) => /verify=([\w.~-]+)/.exec(mail)?.[1])
      .find(Boolean)
  for (let token = verifyToken(); ; token = verifyToken()) {
    if (token) {
      await json(server, '/api/auth/verify', { token })
      break
    }
    await sleep(100)
  }
  const session = await json(server, '/api/auth/sign-in', account, { 'x-client': 'token' })
  return {
    user_id: session.user.user_id as string,
    account,
    bearer: { authorization: `Bearer ${session.token}` },
  }
}
