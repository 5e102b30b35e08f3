import type { Post } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Written } from '../../ui/written.tsx'

/** Longer descriptions are folded. */
const FOLDED_CHARACTERS = 280
const FOLDED_LINES = 6

const isLong = (text: string) => text.length > FOLDED_CHARACTERS || text.split('\n').length > FOLDED_LINES

/** Title and description of a post. */
export function PostText({ post, level }: { post: Post; level: 1 | 2 }) {
  const Title = level === 1 ? 'h1' : 'h2'
  const [whole, setWhole] = useState(false)
  const words = post.content ?? ''
  const folded = !whole && isLong(words)
  return (
    <div className="post-text">
      {/* The plate above says the same name already. */}
      <Title id={`post-${post.id}`} className={post.title === post.spot?.name ? 'sr-only' : 'post-title'}>
        <bdi>{post.title}</bdi>
      </Title>
      {words && (
        <p data-folded={folded ? '' : undefined}>
          <bdi>
            <Written text={words} mentions={post.mentions} />
          </bdi>
        </p>
      )}
      {folded && (
        <button type="button" className="post-more" onClick={() => setWhole(true)}>
          {m.feed_more()}
        </button>
      )}
      {post.photo_link && (
        <a className="link" href={post.photo_link.url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {m.feed_photo_link({ host: post.photo_link.host })}
        </a>
      )}
    </div>
  )
}
