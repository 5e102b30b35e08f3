import { useState } from 'react'
import { readLinkPreview } from './link-preview.ts'
import styles from './intents.module.css'

/** The photo and title of the post or profile that a visitor's link leads to, if its author allows previews. */
export function LinkedPage({ next }: { next: string }) {
  const [preview] = useState(() => readLinkPreview(next))
  if (!preview) return null
  return (
    <figure className={styles.linked}>
      <div className={styles.linkedPhoto}>
        <img src={preview.image} alt="" width="1200" height="630" />
      </div>
      <figcaption>
        <b dir="auto">{preview.title}</b>
        <span dir="auto">{preview.text}</span>
      </figcaption>
    </figure>
  )
}
