import type { Check } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2, UserX } from 'lucide-react'
import { daysAgoText } from '../../lib/format.ts'
import { m } from '../../i18n/messages.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import { useSession } from '../../lib/use-session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { AppLink, Avatar, FailedNote, IconButton, Loading, PagedList, Time, toast } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { checksQuery, deleteChecksByPerson, removeCheck, showSpotCondition } from './check-requests.ts'
import { ANSWER_TEXTS, type CheckedSpot, untilText } from './spot-condition-text.ts'
import { useMountTime } from './use-mount-time.ts'
import styles from './checks.module.css'

const DISTANCES = {
  at: m.checks_from_spot,
  near: () => m.checks_from_nearby({ distance: distanceText(LIMITS.check_metres) }),
  away: m.checks_with_photo,
}

function describeCheck({ user, answer, until }: Check): string {
  const line = { name: getName(user), answer: ANSWER_TEXTS[answer]() }
  return until ? m.checks_line_until({ ...line, day: untilText(until) }) : m.checks_line(line)
}

/** Removes status reports, and shows an error if that fails. */
function useRemoval(spot: CheckedSpot) {
  const client = useQueryClient()
  const onError = (error: unknown) =>
    toast({ kind: 'error', title: m.checks_failed(), description: whyNot(error, m.checks_failed_text()) })
  const remove = useMutation({
    mutationFn: removeCheck,
    onSuccess: (condition) => {
      showSpotCondition(client, spot.id, condition)
      toast({ kind: 'success', title: m.checks_withdrawn() })
    },
    onError,
  })
  const dropAll = useMutation({
    mutationFn: ({ user }: Check) => deleteChecksByPerson(user.user_id),
    onSuccess: ({ dropped }) => {
      void client.invalidateQueries({ queryKey: spotKeys.one(spot.id) })
      toast({ kind: 'success', title: m.checks_deleted({ count: dropped }) })
    },
    onError,
  })
  return { busy: remove.isPending || dropAll.isPending, remove: remove.mutate, dropAll: dropAll.mutate }
}

type RowProps = { check: Check; removal: ReturnType<typeof useRemoval> }

function Row({ check, removal }: RowProps) {
  const { user: me } = useSession()
  const { user, seen_at, distance, post_id } = check
  const isOwn = me?.user_id === user.user_id
  const name = getName(user)
  const now = useMountTime()
  return (
    <li className={styles.check}>
      <Avatar person={user} size={38} />
      <div>
        <p className={styles.checkWho}>
          <bdi>{describeCheck(check)}</bdi>
        </p>
        <p className={styles.checkHow}>
          <Time at={seen_at}>{daysAgoText(seen_at, now)}</Time>
          {' · '}
          {post_id ? (
            <AppLink className={looks.link} href={`/post/${post_id}`}>
              {m.checks_with_photo()}
            </AppLink>
          ) : (
            DISTANCES[distance]()
          )}
        </p>
      </div>
      <div>
        {(isOwn || me?.is_admin) && (
          <IconButton
            label={isOwn ? m.checks_withdraw() : m.checks_delete({ name })}
            disabled={removal.busy}
            onClick={() => removal.remove(check)}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        )}
        {me?.is_admin && !isOwn && (
          <IconButton
            label={m.checks_delete_all({ name })}
            disabled={removal.busy}
            onClick={() => removal.dropAll(check)}
          >
            <UserX size={18} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** A spot's status reports, newest first. */
export function CheckList({ spot }: { spot: CheckedSpot }) {
  const query = useInfiniteQuery(checksQuery(spot.id))
  const removal = useRemoval(spot)
  const checks = listItems(query.data)
  const failed = (retry: () => void) => (
    <FailedNote className={styles.note} text={m.checks_list_failed()} onRetry={retry} />
  )
  return (
    <section className={styles.list} aria-label={m.checks_list()}>
      <h3>{m.checks_list()}</h3>
      <PagedList
        query={query}
        count={checks.length}
        failed={failed}
        skeleton={<Loading label={m.shell_loading()} />}
        empty={<p className={styles.note}>{m.checks_list_empty()}</p>}
        next={{ label: m.shell_loading(), byHand: true }}
      >
        <ul>
          {checks.map((check) => (
            <Row key={check.id} check={check} removal={removal} />
          ))}
        </ul>
      </PagedList>
    </section>
  )
}
