import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchQuery } from './discover-requests.ts'
import { type Shown, shownOf } from './search-answer.ts'

/** Nothing is asked for while somebody is still typing, in ms. */
const PAUSE_MS = 200

/** What is typed, and what is found for it. */
export type Search = {
  typed: string
  type: (text: string) => void
  /** What is searched for: typed, without blanks around it. */
  q: string
  shown: Shown
  retry: () => void
}

/** A search as it is typed. Answers belong to their texts: a late one for an earlier text takes no place. */
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
  const shown = shownOf({
    q,
    answer: query.data?.answer,
    answered: query.data?.of ?? '',
    isFailed,
  })
  return { typed, type, q, shown, retry: () => void query.refetch() }
}
