import type { Mention } from '@nollie/contract'
import { pathHere, type TextPart, splitText } from '../../lib/text/text-parts.ts'
import { AppLink } from '../link.tsx'
import styles from './mention-text.module.css'

const NOBODY: readonly Mention[] = []

function Part({ part }: { part: Exclude<TextPart, string> }) {
  if ('user_id' in part)
    return (
      <AppLink className={styles.mentionName} href={`/user/${part.user_id}`}>
        {part.text}
      </AppLink>
    )
  const here = pathHere(part.url, location.origin)
  if (here)
    return (
      <AppLink className={styles.textLink} dir="ltr" href={here}>
        {part.text}
      </AppLink>
    )
  return (
    <a
      className={styles.textLink}
      dir="ltr"
      href={part.url.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
    >
      {part.text}
    </a>
  )
}

/** Text whose mentions and URLs are links. */
export function MentionText({
  text,
  mentions = NOBODY,
}: {
  text: string
  mentions?: readonly Mention[] | undefined
}) {
  let at = 0
  return splitText(text, mentions).map((part) => {
    const key = at
    at += typeof part === 'string' ? part.length : part.text.length
    return typeof part === 'string' ? part : <Part key={key} part={part} />
  })
}
