import { Skeleton } from '../../ui/skeleton.tsx'

/** Stands in the place of a post that is on its way. */
export function PostPending() {
  return (
    <div className="card post-skeleton">
      <div className="post-head">
        <Skeleton className="post-skeleton-face" />
        <div className="post-who">
          <Skeleton className="post-skeleton-name" />
          <Skeleton className="post-skeleton-ago" />
        </div>
      </div>
      <Skeleton className="post-skeleton-photo" />
    </div>
  )
}
