import type { AreaSummary, Box } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { bytesText } from '../../lib/text/bytes-text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Note } from '../../ui/notices/note.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AreaProgress, failureText } from './area-progress.tsx'
import { describeArea, findBlocker } from './download-blockers.ts'
import { summaryQuery } from './area-requests.ts'
import { storeArea, useAreas } from './areas-store.ts'
import { isMetered } from './metered.ts'
import styles from './stored-areas.module.css'

type Props = { box: Box; open: boolean; onClose: () => void; onClosed: () => void }

const NAME_MAX = 60

function useStoring(box: Box) {
  const [stored, setStored] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const { areas } = useAreas()
  const query = useQuery(summaryQuery(box))
  const name = typed ?? query.data?.summary.name ?? ''
  const store = async () => {
    setStarting(true)
    try {
      const id = await storeArea(name.trim() || m.stored_areas_default_name(), box)
      if (id) setStored(id)
      else setFailed(m.stored_areas_unsupported())
    } catch {
      // There wasn't even enough space for the area's name.
      setFailed(m.stored_areas_failed_full())
    }
    setStarting(false)
  }
  const blocker = failed ?? findBlocker({ box, areas: areas?.length ?? 0, found: query.data })
  return { stored, name, type: setTyped, isStarting, store, blocker, query }
}

type Storing = ReturnType<typeof useStoring>

/** Offers to store a part of the map and shows its size, then the progress. */
export function AreaSheet({ box, open, onClose, onClosed }: Props) {
  const storing = useStoring(box)
  const { stored, isStarting, store, blocker, query } = storing
  const actions = stored ? (
    <Button onClick={onClose}>{m.shell_close()}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{m.shell_cancel()}</Button>
      {query.data && blocker === null && (
        <Button variant="ink" busy={isStarting && m.shell_loading()} onClick={() => void store()}>
          {m.stored_areas_download_now()}
        </Button>
      )}
    </>
  )
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={m.stored_areas_download()}
      actions={actions}
    >
      <div className={styles.sheet}>{stored ? <Downloading id={stored} /> : <Before {...storing} />}</div>
    </Sheet>
  )
}

function Before({ blocker, query, name, type }: Storing) {
  if (blocker) return <Blocked>{blocker}</Blocked>
  if (query.isError)
    return <Blocked onRetry={() => void query.refetch()}>{m.stored_areas_needs_network()}</Blocked>
  if (query.data) return <Question summary={query.data.summary} name={name} onType={type} />
  return (
    <p className={styles.looking} role="status">
      <Spinner />
      {m.stored_areas_checking()}
    </p>
  )
}

function Blocked({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  return (
    <div role="alert" className={styles.blocked}>
      <p>{children}</p>
      {onRetry && (
        <Button variant="line" size="sm" onClick={onRetry}>
          {m.shell_retry()}
        </Button>
      )}
    </div>
  )
}

type QuestionProps = { summary: AreaSummary; name: string; onType: (name: string) => void }

function Question({ summary, name, onType }: QuestionProps) {
  return (
    <>
      <Note>{m.stored_areas_download_text()}</Note>
      <Field
        label={m.stored_areas_name()}
        value={name}
        maxLength={NAME_MAX}
        placeholder={m.stored_areas_default_name()}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
      />
      <p className={styles.size}>{m.stored_areas_size({ size: bytesText(summary.bytes) })}</p>
      <ul className={styles.facts}>
        {describeArea(summary).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {isMetered() && <p className={styles.metered}>{m.stored_areas_metered()}</p>}
    </>
  )
}

/** A download's progress, until it is complete. */
function Downloading({ id }: { id: string }) {
  const { areas, progress } = useAreas()
  const area = areas?.find((one) => one.id === id)
  if (!area) return null
  if (area.failure) return <Blocked>{failureText(area.failure)}</Blocked>
  if (area.refreshed_at && progress?.id !== id)
    return (
      <div role="status" className={styles.done}>
        <p>{m.stored_areas_done({ name: area.name, size: bytesText(area.bytes) })}</p>
        <ButtonLink href="/settings#areas" variant="line" size="sm">
          {m.stored_areas_to_settings()}
        </ButtonLink>
      </div>
    )
  return (
    <>
      <AreaProgress area={area} progress={progress?.id === id ? progress : null} />
      <Note>{m.stored_areas_continues()}</Note>
    </>
  )
}
