import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { parseRowId } from '../mails/link-token.ts'

const CODES = 1_000_000

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Computes a code's six digits from its id and the secret, so that codes are never stored. */
export function computeCode(secret: string, id: string): string {
  return String(
    Number(
      createHmac('sha256', secret).update(`sign-in code\0${id}`).digest().readBigUInt64BE() % BigInt(CODES),
    ),
  ).padStart(6, '0')
}

/** Removes spaces and dashes that people enter between the digits of a code. */
export function readCode(entered: string): string {
  return entered.replaceAll(/[\s-]/g, '')
}

/** Whether a code that a person entered belongs to this id. */
export function isCode(secret: string, id: string, entered: string): boolean {
  return sameText(readCode(entered), computeCode(secret, id))
}

/** Whether the string is the token from the link that was emailed with this code. */
export function isLinkOf(secret: string, id: string, entered: string): boolean {
  return parseRowId(secret, 'sign-in-code', entered) === id
}

/** Whether a verifier matches a challenge (RFC 7636, S256). */
export function answersChallenge(challenge: string, verifier: string | undefined): boolean {
  return (
    verifier !== undefined && sameText(createHash('sha256').update(verifier).digest('base64url'), challenge)
  )
}

/** Returns the error for a wrong code, attached to its field. */
export function wrongCode(): Refusal {
  const { detail } = new Refusal('WRONG_CODE')
  return refusedField('WRONG_CODE', 'code', detail)
}
