import type { z } from 'zod'
import type { SignedIn } from '@nollie/contract'
import { LANGUAGE_CODES } from '@nollie/contract/languages'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../../platform/http/index.ts'
import { findHeaderLanguage } from '../../../platform/languages/index.ts'
import { storeLastLanguage } from '../account/receiver-languages.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import type { NewSession } from '../sessions/start-session.service.ts'
import { firstTokens } from '../access-tokens/refresh.service.ts'
import { findSession, findViewer } from '../sessions/sessions.queries.ts'

type Call = { headers: { 'x-client'?: string | undefined }; reply: FastifyReply }

/** Builds the response for every sign-in method: the person who signed in, with a token or a cookie. */
export async function answerSignedIn(
  deps: Pick<AccountsDeps, 'db' | 'secret' | 'sign' | 'adminFactors' | 'providers'>,
  { token, cookies }: NewSession,
  { headers, reply }: Call,
): Promise<z.input<typeof SignedIn>> {
  const { db } = deps
  const found = await findViewer(db, token)
  if (!found) throw new Refusal('SESSION_MISSING')
  const language = findHeaderLanguage(reply.request.headers, LANGUAGE_CODES)
  if (language) await storeLastLanguage(db, found.user_id, language)
  if (headers['x-client'] === 'signed') return firstTokens(deps, found.session_id)
  const session = await findSession(deps, { token })
  if (!session) throw new Refusal('SESSION_MISSING')
  // Never returns both, because requests with a bearer token mustn't contain a cookie as well.
  if (headers['x-client'] === 'token') return { ...session, token }
  reply.header('set-cookie', cookies)
  return session
}
