import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchQuery } from './search-requests.ts'
import { type Shown, toShown } from './shown-results.ts'

/** Debounce time (ms) before a query is sent. */
const PAUSE_MS = 200

/** The typed query and its results. */
export type Search = {
  typed: string
  type: (text: string) => void
  /** The query, trimmed. */
  q: string
  shown: Shown
  retry: () => void
}

/** Searches while the person types. Ignores late responses to earlier queries. */
export function useSearchTyping(): Search {
  const [typed, type] = useState('')
  const q = typed.trim()
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(q), q === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [q])
  const query = useQuery({
    ...searchQuery(settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const isFailed = settled === q && (query.isError || query.fetchStatus === 'paused')
  const shown = toShown({
    q,
    answer: query.data?.answer,
    answered: query.data?.of ?? '',
    isFailed,
  })
  return { typed, type, q, shown, retry: () => void query.refetch() }
}
