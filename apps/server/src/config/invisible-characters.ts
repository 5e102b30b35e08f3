import type { Env } from '../environment.ts'

/** Blanks of a document or web page, marks without a width, and control characters; not tabs, line breaks, and joiners. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u00a0\u00ad\u200b\u200e\u200f\u2028-\u202f\u2060\ufeff]/u
/** Texts that people read, where such characters can be meant. */
const TEXTS: ReadonlySet<string> = new Set(['OPERATOR_NAME'])

/** Describes settings with characters that were probably copied along with the value, without the value. */
export function describeInvisible(env: Env, isSetting: (name: string) => boolean): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const found = TEXTS.has(name) || !isSetting(name) ? null : INVISIBLE.exec(value ?? '')
    if (!found) return []
    const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return [`${name} contains an invisible character (U+${code}). Enter the value by hand.`]
  })
}
