import { createHmac, randomInt } from 'node:crypto'
import { RATES } from '@nollie/contract'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'

/** Rounds of one try, and how many tries find the solution: about a second of one processor of a phone. */
const ROUNDS = 1_000
const [TRIES_MIN, TRIES_MAX] = [500, 1_500]
const VALID_MS = 10 * 60_000
/** A solution is counted per window of this length, so a challenge ends with the window in which it was made. */
const WINDOW_MS = RATES.solution.user[1] * 1000

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      ...{ algorithm: z.string(), nonce: z.string(), salt: z.string(), keyPrefix: z.string() },
      ...{ cost: z.number(), keyLength: z.number(), expiresAt: z.number(), keySignature: z.string() },
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

const secretsOf = (secret: string) => {
  const of = (what: string) => createHmac('sha256', secret).update(`challenge ${what}`).digest('hex')
  return { hmacSignatureSecret: of('parameters'), hmacKeySignatureSecret: of('solution') }
}

/** A new challenge of ALTCHA, as JSON in base64; nothing about it is stored. */
export const makeChallenge = async (secret: string, now = Date.now()): Promise<string> => {
  const windowEnd = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS
  const challenge: Challenge = await createChallenge({
    ...{ algorithm: 'PBKDF2/SHA-256', cost: ROUNDS, counter: randomInt(TRIES_MIN, TRIES_MAX), deriveKey },
    expiresAt: new Date(Math.min(now + VALID_MS, windowEnd)),
    ...secretsOf(secret),
  })
  return Buffer.from(JSON.stringify(challenge)).toString('base64')
}

const payloadOf = (text: string) => {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** The challenge, by its nonce, that a text solves in time; null when it solves none of ours. */
export const solvedBy = async (secret: string, text: string): Promise<string | null> => {
  const payload = payloadOf(text)
  if (!payload) return null
  // The library throws for texts that no solver makes.
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secretsOf(secret) }).catch(() => ({
    verified: false,
  }))
  return verified ? payload.challenge.parameters.nonce : null
}
