import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { postTitle } from '../../lib/text/post-title.ts'
import { MentionText } from '../../ui/index.ts'
import type { LightboxItem } from './lightbox-item.ts'
import { looks } from '../../ui/looks.ts'
import styles from './lightbox.module.css'

/** The number of characters above which text starts out collapsed. */
const COLLAPSED_CHARACTERS = 90

/** The title and description of the current item's post. */
export function Caption({ item }: { item: LightboxItem }) {
  const { title, content, mentions } = item
  const [whole, setWhole] = useState(false)
  if (!title && !content) return null
  const isLong = (content?.length ?? 0) > COLLAPSED_CHARACTERS || /\n/.test(content ?? '')
  return (
    <div className={styles.caption} data-whole={whole ? '' : undefined}>
      <p className={styles.captionTitle}>
        <bdi>{postTitle(title)}</bdi>
      </p>
      {content && (
        <p className={styles.captionText} dir="auto">
          <MentionText text={content} mentions={mentions} />
        </p>
      )}
      {isLong && !whole && (
        <button type="button" className={looks.moreText} onClick={() => setWhole(true)}>
          {m.lightbox_more()}
        </button>
      )}
    </div>
  )
}
