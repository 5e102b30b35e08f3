import { m } from '../../i18n/messages.ts'
import { Loading, Skeleton } from '../../ui/index.ts'
import './person.css'

/** In the place of a person who is on their way. */
export function PersonSkeleton() {
  return (
    <Loading label={m.people_loading()}>
      <Skeleton className="person-top" />
      <div className="person-head">
        <span className="person-picture">
          <Skeleton className="person-picture-skeleton" />
        </span>
        <Skeleton className="person-name-skeleton" />
      </div>
    </Loading>
  )
}
