import type { Mention } from '@nollie/contract'
import { textParts } from '../lib/mentions.ts'
import { AppLink } from './link.tsx'

/** A text in which the names of people lead to them. */
export function Mentioned({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  let at = 0
  return textParts(text, mentions).map((part) => {
    const key = at
    at += typeof part === 'string' ? part.length : part.name.length
    return typeof part === 'string' ? (
      part
    ) : (
      <AppLink key={key} href={`/user/${part.user_id}`}>
        {part.name}
      </AppLink>
    )
  })
}
