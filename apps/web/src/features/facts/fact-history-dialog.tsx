import type { FactChange, SpotFacts } from '@nollie/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, Undo2, UserX } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { dateFormat, numberText } from '../../lib/format.ts'
import { getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import { useSession } from '../../lib/use-session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Avatar, Button, ConfirmDialog, Loading, PagedList, Sheet, Time, toast } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { factHistoryQuery, factsQuery } from './fact-requests.ts'
import { ChangedFields, suggestedByText } from './suggestions.tsx'
import { useFactAction } from './use-fact-action.ts'
import styles from './facts.module.css'

const dateTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

const STATES: Record<FactChange['state'], () => string> = {
  open: m.facts_state_open,
  applied: m.facts_state_applied,
  undone: m.facts_state_undone,
  declined: m.facts_state_declined,
  withdrawn: m.facts_state_withdrawn,
}

/** Describes which steward decided on a change, and how. */
function stewardText({ state, steward }: FactChange): string {
  const name = steward && getName(steward)
  if (state === 'declined')
    return name ? m.facts_declined_by_steward({ name }) : m.facts_declined_by_a_steward()
  return name ? m.facts_accepted_by_steward({ name }) : m.facts_accepted_by_a_steward()
}

type RowProps = {
  spotId: string
  change: FactChange
  /** Asks whether to undo all of the author's changes; undefined if the viewer isn't allowed to. */
  onUndoPerson: ((person: NonNullable<FactChange['user']>) => void) | undefined
}

function Row({ spotId, change, onUndoPerson }: RowProps) {
  const { run, busy } = useFactAction(spotId)
  const { user } = change
  const undo = () =>
    run(
      () => call('POST /api/facts/:change_id/undo', { params: { change_id: change.id } }),
      m.facts_undo_done(),
    )
  return (
    <li className={styles.change}>
      <Avatar person={user} size={38} />
      <div className={styles.changeFacts}>
        <p className={styles.suggestionWho}>
          <bdi>{suggestedByText(change)}</bdi>
        </p>
        <p className={styles.voices}>
          {STATES[change.state]()} · <Time at={change.created_at}>{dateTimeText(change.created_at)}</Time>
        </p>
        {change.by_steward && (
          <p className={styles.steward}>
            <ShieldCheck size={16} aria-hidden="true" />
            <bdi>{stewardText(change)}</bdi>
          </p>
        )}
        <ChangedFields change={change} />
        {change.state === 'applied' && (
          <div className={styles.answers}>
            <Button
              variant="line"
              size="sm"
              disabled={busy}
              icon={<Undo2 aria-hidden="true" />}
              onClick={() => void undo()}
            >
              {m.facts_undo()}
            </Button>
            {onUndoPerson && user && !change.is_own && (
              <Button
                variant="quiet"
                size="sm"
                icon={<UserX aria-hidden="true" />}
                onClick={() => onUndoPerson(user)}
              >
                {m.facts_undo_all()}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

type Person = NonNullable<FactChange['user']>

/** Asks whether to undo all of a person's changes, either at this spot or, for admins, at every spot. */
function UndoPerson({ spotId, person, onClose }: { spotId: string; person: Person; onClose: () => void }) {
  const client = useQueryClient()
  const { user } = useSession()
  const { run, busy } = useFactAction(spotId)
  const [open, setOpen] = useState(true)
  const { user_id } = person
  const here = async () => {
    const params = { spot_id: spotId }
    await run(
      () => call('POST /api/spots/:spot_id/facts/undo-person', { params, body: { user_id } }),
      m.facts_undo_done(),
    )
    setOpen(false)
  }
  const everywhere = async () => {
    try {
      const { changes } = await call('POST /api/facts/undo-person', { body: { user_id } })
      toast({ kind: 'success', title: m.facts_undone_count({ count: changes, shown: numberText(changes) }) })
      void client.invalidateQueries({ queryKey: factsQuery(spotId).queryKey })
      setOpen(false)
    } catch (error) {
      toast({
        kind: 'error',
        title: m.facts_failed_title(),
        description: whyNot(error, m.facts_failed_text()),
      })
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={m.facts_undo_person({ name: getName(person) })}
      confirm={m.facts_undo_here()}
      onConfirm={() => void here()}
      busy={busy && m.facts_saving()}
    >
      {m.facts_undo_person_text({ name: getName(person) })}
      {user?.is_admin && (
        <Button variant="line" size="sm" onClick={() => void everywhere()}>
          {m.facts_undo_everywhere()}
        </Button>
      )}
    </ConfirmDialog>
  )
}

/** All changes to a spot's facts, newest first, with an undo action. */
export function FactHistory({
  spotId,
  facts,
  onClose,
}: {
  spotId: string
  facts: SpotFacts
  onClose: () => void
}) {
  const [open, setOpen] = useState(true)
  const [person, setPerson] = useState<Person | null>(null)
  const query = useInfiniteQuery(factHistoryQuery(spotId))
  const changes = listItems(query.data)
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClose} title={m.facts_history()}>
      <PagedList
        query={query}
        count={changes.length}
        failed={m.facts_history_failed()}
        skeleton={<Loading label={m.shell_loading()} />}
        empty={<p className={looks.sheetText}>{m.facts_history_empty()}</p>}
        next={{ label: m.shell_loading(), byHand: true }}
      >
        <ol className={styles.changes}>
          {changes.map((change) => (
            <Row
              key={change.id}
              spotId={spotId}
              change={change}
              onUndoPerson={facts.may_decide ? setPerson : undefined}
            />
          ))}
        </ol>
      </PagedList>
      {person && <UndoPerson spotId={spotId} person={person} onClose={() => setPerson(null)} />}
    </Sheet>
  )
}
