import { z } from 'zod'
import { LIMITS, USERNAME_SIGNS } from '../limits.ts'
import { issue } from '../sentences.ts'
import { isText } from '../texts.ts'
import { toPlainEmail } from './plain-email.ts'

/**
 * 3-30 letters, digits, `_`, or `.`; unique ignoring case. Full-width letters and similar characters are normalized.
 */
export const Username = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(LIMITS.username_min, issue`Choose a username of at least ${LIMITS.username_min} characters.`)
  .max(LIMITS.username_max, issue`Choose a username of at most ${LIMITS.username_max} characters.`)
  .regex(USERNAME_SIGNS, issue`Use only letters, numbers, underscores, and periods.`)

/** A path on this site. */
export const OwnPath = z
  .string()
  .max(300, issue`This address is too long.`)
  .regex(/^\/(?![/\\])[!-~]*$/, issue`This isn’t an address on this site.`)

/** Like zod's own pattern, but accepts internationalized top-level domains (`.xn--p1ai` for `.рф`). */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/

/** An email address in its canonical, unique form: `x@xn--bcher-kva.example` for `X@bücher.example`. */
export const Email = z
  .string(issue`That’s not a valid email address.`)
  .max(LIMITS.email_max * 4, issue`Email addresses can have up to ${LIMITS.email_max} characters.`)
  .overwrite(toPlainEmail)
  .pipe(
    z
      .email({ pattern: EMAIL, error: issue`That’s not a valid email address.` })
      .max(LIMITS.email_max, issue`Email addresses can have up to ${LIMITS.email_max} characters.`),
  )

/** A password as typed; the server checks the strength of new ones. */
export const Password = z
  .string()
  .max(LIMITS.password_max, issue`Choose a password of at most ${LIMITS.password_max} characters.`)

/** The token from an emailed link. */
export const Token = z.string().min(1).max(2000).refine(isText, issue`This isn’t a valid link.`)
