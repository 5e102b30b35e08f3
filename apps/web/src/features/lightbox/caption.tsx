import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { MentionText } from '../../ui/index.ts'
import type { LightboxItem } from './lightbox-item.ts'

/** Longer texts start collapsed. */
const COLLAPSED_CHARACTERS = 90

/** What the open photo or video is about: title and description of its post. */
export function Caption({ item }: { item: LightboxItem }) {
  const { title, content, mentions } = item
  const [whole, setWhole] = useState(false)
  if (!title && !content) return null
  const isLong = (content?.length ?? 0) > COLLAPSED_CHARACTERS || /\n/.test(content ?? '')
  return (
    <div className="lightbox-caption" data-whole={whole ? '' : undefined}>
      <p className="lightbox-caption-title">
        <bdi>{title}</bdi>
      </p>
      {content && (
        <p className="lightbox-caption-text" dir="auto">
          <MentionText text={content} mentions={mentions} />
        </p>
      )}
      {isLong && !whole && (
        <button type="button" className="more-text" onClick={() => setWhole(true)}>
          {m.lightbox_more()}
        </button>
      )}
    </div>
  )
}
