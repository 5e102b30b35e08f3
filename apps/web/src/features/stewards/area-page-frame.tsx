import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { useBack } from '../../lib/use-back.ts'
import { EmptyState, HeaderBar, Loaded, Loading, Page, Skeleton } from '../../ui/index.ts'
import styles from './stewards.module.css'

type Props<T> = {
  query: UseQueryResult<T>
  title: string
  /** Where the back arrow leads if the page was opened directly. */
  backTo: string
  /** The loading placeholder's style. */
  skeleton: string | undefined
  isMissing: boolean
  missing: { title: string; text: string }
  children: (data: T) => ReactNode
}

/** The layout for an area's pages. Handles loading, errors, and areas that don't exist or that the viewer can't see. */
export function AreaPage<T>({ query, title, backTo, skeleton, isMissing, missing, children }: Props<T>) {
  const back = useBack(backTo)
  return (
    <Page header={<HeaderBar title={title} onBack={back} />}>
      {isMissing ? (
        <EmptyState art="notFound" title={missing.title}>
          {missing.text}
        </EmptyState>
      ) : (
        <Loaded
          query={query}
          failed={m.stewards_not_loaded()}
          skeleton={
            <Loading label={m.stewards_loading()}>
              <div className={styles.area}>
                <Skeleton className={skeleton} />
              </div>
            </Loading>
          }
        >
          {query.data && children(query.data)}
        </Loaded>
      )}
    </Page>
  )
}
