import { Loading, Skeleton } from '../../ui/index.ts'
import './people.css'

/** In the place of people who are on their way. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="people-rows">
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className="people-card-skeleton" />
        ))}
      </div>
    </Loading>
  )
}
