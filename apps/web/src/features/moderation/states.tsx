import { Loading, Skeleton } from '../../ui/index.ts'

/** Rows on their way. */
export function LoadingText({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="mod-rows">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="mod-skeleton" />
        ))}
      </div>
    </Loading>
  )
}
