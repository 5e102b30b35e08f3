import { createHmac, randomInt } from 'node:crypto'
import { RATES } from '@nollie/contract'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'

/** Rounds per attempt, and attempts needed to find a solution. This takes about a second on one core of a phone. */
const ROUNDS = 1_000
const [TRIES_MIN, TRIES_MAX] = [500, 1_500]
const VALID_MS = 10 * 60_000
/** Solutions are counted per window of this length, so a challenge expires when its window ends. */
const WINDOW_MS = RATES.solution.user[1] * 1000

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      keyPrefix: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      expiresAt: z.number(),
      keySignature: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function deriveSecrets(secret: string) {
  const of = (what: string) => createHmac('sha256', secret).update(`challenge ${what}`).digest('hex')
  return { hmacSignatureSecret: of('parameters'), hmacKeySignatureSecret: of('solution') }
}

/** Returns a new ALTCHA challenge as base64 JSON. Nothing about it is stored. */
export async function makeChallenge(secret: string, now = Date.now()): Promise<string> {
  const windowEnd = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS
  const challenge: Challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(TRIES_MIN, TRIES_MAX),
    deriveKey,
    expiresAt: new Date(Math.min(now + VALID_MS, windowEnd)),
    ...deriveSecrets(secret),
  })
  return Buffer.from(JSON.stringify(challenge)).toString('base64')
}

function parsePayload(text: string) {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Returns the nonce of the challenge that a solution solves in time; null if it solves none of ours. */
export async function solvedBy(secret: string, text: string): Promise<string | null> {
  const payload = parsePayload(text)
  if (!payload) return null
  // The library throws for strings that no solver would produce.
  const { verified } = await verifySolution({ ...payload, deriveKey, ...deriveSecrets(secret) }).catch(
    () => ({
      verified: false,
    }),
  )
  return verified ? payload.challenge.parameters.nonce : null
}
