import type { Bulletin } from '@nollie/contract'
import { useMutation } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { AppLink, Button, MentionText, Time, toast } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { momentText } from './steward-times.ts'
import { explainAct, useAfterAct } from './use-steward-action.ts'
import styles from './stewards.module.css'

function Unpin({ bulletin }: { bulletin: Bulletin }) {
  const after = useAfterAct()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('DELETE /api/stewards/bulletins/:bulletin_id', { params: { bulletin_id: bulletin.id } }),
    onSuccess: () => after(m.stewards_notice_removed()),
    onError: (error) => toast({ kind: 'error', ...explainAct(error) }),
  })
  return (
    <Button
      variant="plain"
      size="sm"
      className={styles.bulletinAct}
      busy={isPending && m.stewards_sending()}
      onClick={() => mutate()}
    >
      {m.stewards_notice_remove()}
    </Button>
  )
}

function Row({ bulletin, where, mayAct }: { bulletin: Bulletin; where: boolean; mayAct: boolean }) {
  const { area, spot, user, content, ends_at, is_own } = bulletin
  const [reporting, setReporting] = useState(false)
  const { status } = useSession()
  return (
    <li className={styles.bulletin}>
      <Pin size={18} aria-hidden="true" />
      <div className={styles.bulletinText}>
        <p className={styles.content} dir="auto">
          <MentionText text={content} />
        </p>
        <p className={styles.meta}>
          {where && spot && (
            <>
              <AppLink href={`/spots/${spot.id}`}>
                <bdi>{spot.name}</bdi>
              </AppLink>
              {' · '}
            </>
          )}
          {user
            ? m.stewards_notice_by({ name: getName(user), area: area.name })
            : m.stewards_notice_by_steward({ area: area.name })}
          <Time at={ends_at}>{m.stewards_until({ when: momentText(ends_at) })}</Time>
        </p>
        <div className={styles.acts}>
          {mayAct && <Unpin bulletin={bulletin} />}
          {status === 'signed-in' && !is_own && (
            <Button
              variant="plain"
              size="sm"
              className={styles.bulletinAct}
              onClick={() => setReporting(true)}
            >
              {m.stewards_report()}
            </Button>
          )}
        </div>
      </div>
      {reporting && (
        <ReportDialog subject={{ kind: 'bulletin', id: bulletin.id }} onClose={() => setReporting(false)} />
      )}
    </li>
  )
}

type Props = {
  bulletins: readonly Bulletin[]
  /** Whether each notice names its spot. */
  where?: boolean
  mayAct?: boolean
}

/** Notices that stewards pinned. */
export function BulletinList({ bulletins, where = false, mayAct = false }: Props) {
  return (
    <ul className={styles.bulletins} aria-label={m.stewards_notices()}>
      {bulletins.map((bulletin) => (
        <Row key={bulletin.id} bulletin={bulletin} where={where} mayAct={mayAct || bulletin.is_own} />
      ))}
    </ul>
  )
}
