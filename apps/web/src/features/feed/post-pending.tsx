import { Skeleton } from '../../ui/skeleton.tsx'

/** Stands in the place of a post that is on its way. */
export function PostPending() {
  return (
    <div className="card post-coming">
      <div className="post-head">
        <Skeleton className="post-coming-face" />
        <div className="post-who">
          <Skeleton className="post-coming-name" />
          <Skeleton className="post-coming-ago" />
        </div>
      </div>
      <Skeleton className="post-coming-photo" />
    </div>
  )
}
