import { z } from 'zod'
import { LIMITS, USERNAME_SIGNS } from '../limits.ts'
import { issue } from '../sentences.ts'
import { isText } from '../texts.ts'

/**
 * 3-30 of letters, digits, `_` and `.`; unique without regard to case. Full-width letters and similar signs are
 * normalised.
 */
export const Username = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(LIMITS.username_min, issue`Please choose a username of at least ${LIMITS.username_min} characters.`)
  .max(LIMITS.username_max, issue`Please choose a username of at most ${LIMITS.username_max} characters.`)
  .regex(USERNAME_SIGNS, issue`Please use only letters, digits, _ and . in your username.`)

/** A path of this site. */
export const OwnPath = z
  .string()
  .max(300, issue`This address is too long.`)
  .regex(/^\/(?![/\\])[!-~]*$/, issue`This is not an address of this site.`)

/** A mail address in the normalised form in which it is unique. */
export const Email = z
  .email(issue`This is not an email address.`)
  .max(LIMITS.email_max, issue`This email address is longer than ${LIMITS.email_max} characters.`)
  .toLowerCase()

/** A password as it is typed; the server validates the strength of a new one. */
export const Password = z
  .string()
  .max(LIMITS.password_max, issue`Please choose a password of at most ${LIMITS.password_max} characters.`)

/** The token of a mailed link. */
export const Token = z.string().min(1).max(2000).refine(isText, issue`This is not one of our links.`)
