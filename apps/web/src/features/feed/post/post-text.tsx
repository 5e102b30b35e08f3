import type { Post } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { postTitle } from '../../../lib/text/post-title.ts'
import { CollapsibleText } from '../../../ui/text/collapsible-text.tsx'
import { looks } from '../../../ui/looks.ts'
import styles from './post-card.module.css'

/** A post's title and description. */
export function PostText({ post, level }: { post: Post; level: 1 | 2 }) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.text}>
      {/* The plate above already shows the same name. */}
      <Title id={`post-${post.id}`} className={post.title === post.spot?.name ? 'sr-only' : styles.title}>
        <bdi>{postTitle(post.title)}</bdi>
      </Title>
      {post.content && (
        <CollapsibleText text={post.content} mentions={post.mentions} lines={6} characters={280} />
      )}
      {post.photo_link && (
        <a
          className={looks.link}
          href={post.photo_link.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
        >
          {m.feed_photo_link({ host: post.photo_link.host })}
        </a>
      )}
    </div>
  )
}
