import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink, Chip, FailedNote, Loading, Skeleton } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { crewsQuery } from './crew-requests.ts'
import styles from './crews.module.css'

type Props = { value: string | null; error?: string | undefined; onChoose: (crew_id: string | null) => void }

/**
 * A menu for choosing one of the viewer's crews. If the current choice isn't one of them, selects their only
 * crew, or none.
 */
export function CrewChoice({ value, error, onChoose }: Props) {
  const id = useId()
  const query = useQuery(crewsQuery)
  const crews = query.data?.items
  const mend = useEffectEvent(() => {
    if (!crews || crews.some((crew) => crew.id === value)) return
    const next = crews.length === 1 ? (crews[0]?.id ?? null) : null
    if (next !== value) onChoose(next)
  })
  useEffect(() => mend(), [crews, value])
  if (!crews)
    return query.isError || query.fetchStatus === 'paused' ? (
      <FailedNote className={looks.fieldHint} text={m.crews_failed()} onRetry={() => void query.refetch()} />
    ) : (
      <Loading label={m.crews_loading()}>
        <Skeleton className={styles.skeleton} />
      </Loading>
    )
  if (crews.length === 0)
    return (
      <p className={looks.fieldHint}>
        {m.crews_choice_none()}{' '}
        <AppLink className={looks.link} href="/crews">
          {m.crews_choice_create()}
        </AppLink>
      </p>
    )
  return (
    <div className={looks.field} role="group" aria-labelledby={id}>
      <span className={looks.fieldLabel} id={id}>
        {m.crews_choice()}
      </span>
      <div className={styles.choice}>
        {crews.map((crew) => (
          <Chip key={crew.id} pressed={crew.id === value} onClick={() => onChoose(crew.id)}>
            <bdi>{crew.name}</bdi>
          </Chip>
        ))}
      </div>
      {error && (
        <p className={styles.choiceError} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
