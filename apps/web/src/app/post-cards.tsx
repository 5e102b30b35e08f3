import type { Post } from '@nollie/contract'
import { type OpenItem, PostCard } from '../features/feed/index.ts'
import styles from './saved-screen.module.css'

type Props = { posts: readonly Post[]; onOpen: OpenItem }

/** A column of post cards, as in the feed. */
export function PostCards({ posts, onOpen }: Props) {
  return posts.map((post) => (
    <div key={post.id} className={styles.post}>
      <PostCard post={post} onOpen={onOpen} />
    </div>
  ))
}
