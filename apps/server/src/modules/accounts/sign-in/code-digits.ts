import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { parseRowId } from '../mails/link-token.ts'

const CODES = 1_000_000

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Computes a code's six digits from its id and the secret, so that codes are never stored. */
export const computeCode = (secret: string, id: string): string =>
  String(
    Number(
      createHmac('sha256', secret).update(`sign-in code\0${id}`).digest().readBigUInt64BE() % BigInt(CODES),
    ),
  ).padStart(6, '0')

/** Removes spaces and dashes that people enter between the digits of a code. */
export const readCode = (entered: string): string => entered.replaceAll(/[\s-]/g, '')

/** Whether a code that a person entered belongs to this id. */
export const isCode = (secret: string, id: string, entered: string): boolean =>
  sameText(readCode(entered), computeCode(secret, id))

/** Whether the string is the token from the link that was emailed with this code. */
export const isLinkOf = (secret: string, id: string, entered: string): boolean =>
  parseRowId(secret, 'sign-in-code', entered) === id

/** Whether a verifier matches a challenge (RFC 7636, S256). */
export const answersChallenge = (challenge: string, verifier: string | undefined): boolean =>
  verifier !== undefined && sameText(createHash('sha256').update(verifier).digest('base64url'), challenge)

/** Returns the error for a wrong code, attached to its field. */
export const wrongCode = (): Refusal => {
  const { detail } = new Refusal('WRONG_CODE')
  return refusedField('WRONG_CODE', 'code', detail)
}
