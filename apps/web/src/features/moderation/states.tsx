import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, Loading, Skeleton } from '../../ui/index.ts'

/** Something did not load. */
export function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        art="map"
        title={title}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.moderation_failed_text()}
      </EmptyState>
    </div>
  )
}

/** Rows on their way. */
export function Coming({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="mod-rows">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="mod-coming" />
        ))}
      </div>
    </Loading>
  )
}

type Pages = {
  hasNextPage: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The end of a list so far. */
export function More({ pages, label }: { pages: Pages; label: string }) {
  if (!pages.hasNextPage) return null
  return (
    <div className="mod-more">
      {pages.isFetchNextPageError && <p role="alert">{m.moderation_next_failed()}</p>}
      <Button
        variant="line"
        size="sm"
        busy={pages.isFetchingNextPage && label}
        onClick={() => void pages.fetchNextPage()}
      >
        {m.moderation_more()}
      </Button>
    </div>
  )
}
