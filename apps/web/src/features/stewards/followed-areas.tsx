import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { AppLink, FailedNote, Loaded, Skeleton } from '../../ui/index.ts'
import { FollowArea } from './follow-area.tsx'
import { ownAreasQuery } from './steward-requests.ts'
import styles from './stewards.module.css'

/** The areas that the viewer follows or stewards, for settings. */
export function FollowedAreas() {
  const query = useQuery(ownAreasQuery)
  const failed = (retry: () => void) => (
    <FailedNote className={styles.note} text={m.stewards_not_loaded()} onRetry={retry} />
  )
  return (
    <div className={styles.inSettings}>
      <Loaded query={query} failed={failed} skeleton={<Skeleton className={styles.skeleton} />}>
        {query.data?.steward_of.map(({ id, name }) => (
          <p key={id} className={styles.line}>
            <b>{m.stewards_badge({ area: name })}</b>
            <AppLink href={`/areas/${id}/work`}>{m.stewards_work()}</AppLink>
          </p>
        ))}
        {query.data?.followed.map((area) => (
          <p key={area.id} className={styles.line}>
            <AppLink href={`/areas/${area.id}`}>
              <bdi>{area.name}</bdi>
            </AppLink>
            <FollowArea area={area} isFollowed />
          </p>
        ))}
        {query.data?.followed.length === 0 && <p className={styles.note}>{m.stewards_followed_none()}</p>}
      </Loaded>
    </div>
  )
}
