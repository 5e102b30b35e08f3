import { z } from 'zod'
import { LIMITS, USERNAME_SIGNS } from '../limits.ts'
import { issue } from '../sentences.ts'
import { isText } from '../texts.ts'
import { toPlainEmail } from './plain-email.ts'

/**
 * 3-30 of letters, digits, `_` and `.`; unique without regard to case. Full-width letters and similar signs are
 * normalised.
 */
export const Username = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(LIMITS.username_min, issue`Choose a username of at least ${LIMITS.username_min} characters.`)
  .max(LIMITS.username_max, issue`Choose a username of at most ${LIMITS.username_max} characters.`)
  .regex(USERNAME_SIGNS, issue`Use only letters, digits, _ and .`)

/** A path of this site. */
export const OwnPath = z
  .string()
  .max(300, issue`This address is too long.`)
  .regex(/^\/(?![/\\])[!-~]*$/, issue`This isn’t an address on this site.`)

/** As zod's own pattern, which has no internationalized top-level domain (`.xn--p1ai` for `.рф`). */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/

/** A mail address in the form in which it is unique: `x@xn--bcher-kva.example` for `X@bücher.example`. */
export const Email = z
  .string(issue`That’s not a valid email address.`)
  .max(LIMITS.email_max * 4, issue`Email addresses can have up to ${LIMITS.email_max} characters.`)
  .overwrite(toPlainEmail)
  .pipe(
    z
      .email({ pattern: EMAIL, error: issue`That’s not a valid email address.` })
      .max(LIMITS.email_max, issue`Email addresses can have up to ${LIMITS.email_max} characters.`),
  )

/** A password as it is typed; the server validates the strength of a new one. */
export const Password = z
  .string()
  .max(LIMITS.password_max, issue`Choose a password of at most ${LIMITS.password_max} characters.`)

/** The token of a mailed link. */
export const Token = z.string().min(1).max(2000).refine(isText, issue`This isn’t one of our links.`)
