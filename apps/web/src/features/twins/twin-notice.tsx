import { useInfiniteQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { Button } from '../../ui/index.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { pairsQuery } from './twin-requests.ts'
import styles from './twins.module.css'

/** A notice that the spot is probably a duplicate, for people who can merge it. Renders nothing until we know. */
export function TwinNotice({ spotId }: { spotId: string }) {
  const { data } = useInfiniteQuery(pairsQuery(spotId))
  const [merging, setMerging] = useState(false)
  const [pair] = listItems(data)
  if (!pair) return null
  const [older, newer] = pair.spots
  const other = older.id === spotId ? newer : older
  return (
    <div className={styles.notice}>
      <p>
        <Copy size={18} aria-hidden="true" />
        <span>{m.twins_notice({ name: other.name })}</span>
      </p>
      <Button size="sm" variant="line" onClick={() => setMerging(true)}>
        {m.twins_compare()}
      </Button>
      {merging && <MergeDialog ids={[older.id, newer.id]} onClose={() => setMerging(false)} />}
    </div>
  )
}
