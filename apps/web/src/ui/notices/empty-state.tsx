import type { ReactNode } from 'react'
import comments from '../art/empty-comments.svg?url'
import discussions from '../art/empty-discussions.svg?url'
import feed from '../art/empty-feed.svg?url'
import followers from '../art/empty-followers.svg?url'
import following from '../art/empty-following.svg?url'
import gallery from '../art/empty-gallery.svg?url'
import likes from '../art/empty-likes.svg?url'
import search from '../art/empty-search.svg?url'
import spots from '../art/empty-spots.svg?url'
import map from '../art/map-unavailable.svg?url'
import notFound from '../art/not-found.svg?url'
import styles from './empty-state.module.css'

const ART = {
  comments,
  discussions,
  feed,
  followers,
  following,
  gallery,
  likes,
  search,
  spots,
  map,
  notFound,
}

type Props = {
  art: keyof typeof ART
  title: string
  /** The title's heading level; 1 if it's the screen's title. */
  level?: 1 | 2 | 3
  children?: ReactNode
  /** A button. */
  action?: ReactNode
}

/** A pigeon and a short message, shown when there's no content. */
export function EmptyState({ art, title, level = 2, children, action }: Props) {
  const Title = `h${level}` as const
  return (
    <div className={styles.root} data-empty="">
      <img src={ART[art]} alt="" width="216" height="162" />
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
