import { LIMITS } from '@nollie/contract/limits'
import { MapPin } from 'lucide-react'
import { Suspense, useMemo, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Field, Form, Textarea } from '../../ui/index.ts'
import { isTouched, type Point, type SpotFormAction, TypeChoice } from '../spots/index.ts'
import { DraftRestored, MediaGrid, getUploadQueue, useRestored, useUploads } from '../media/index.ts'
import { toSearchedSpot, useSameSpot } from './use-same-spot.ts'
import { useSecrecy } from './use-secrecy.ts'
import { useNearby } from './nearby-notice.tsx'
import { ShareProgress } from './share-progress.tsx'
import { changeShare, buildDraftFormName, shares, buildDraftSlot } from './share-draft.ts'
import { type Need, listNeeds } from './share-needs.ts'
import { countPhotos } from './share-needs.ts'
import { MoreSection } from './more-section.tsx'
import { SaveForLater } from './save-for-later.tsx'
import { markNeed, useLead } from './share-lead.ts'
import { ShareSources } from './share-sources.tsx'
import { useShareSubmit } from './use-share-submit.ts'
import { useTwinQuestion } from './use-twin-question.ts'
import { WhereSection } from './where-section.tsx'
import shareStyles from './share.module.css'
import styles from './share-form.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useFieldAgain } from '../../ui/forms/use-field-again.ts'

const NearbyConfirm = lazyPart(() =>
  import('./nearby-confirm.tsx').then(({ NearbyConfirm }) => ({ default: NearbyConfirm })),
)

const NEEDS: Record<Need, () => string> = {
  photo: m.share_need_photo,
  name: m.share_need_name,
  type: m.share_need_type,
  location: m.share_need_location,
  crew: m.share_need_crew,
}

const SEND_LABELS = {
  uploading: m.share_uploading,
  idle: m.share_ready,
  creating: m.share_ready,
}

type Props = {
  userId: string
  /** The stored draft that becomes the spot. */
  draftId?: string
}

/** The form that shares a spot. Its values and files are stored on this device until the spot is shared. */
export function ShareForm({ userId, draftId }: Props) {
  const name = draftId ? buildDraftFormName(userId, draftId) : userId
  const queue = useMemo(() => getUploadQueue(userId, draftId && buildDraftSlot(draftId)), [userId, draftId])
  const items = useUploads(queue)
  const box = shares.useBox(name)
  const form = box.draft
  const dispatch = (action: SpotFormAction) => changeShare(name, action)
  const [isRestored, forgetRestored] = useRestored(queue, isTouched(form))
  const sought = toSearchedSpot(form, items)
  const nearby = useNearby(sought, box.isSending)
  const same = useSameSpot({ userId, name }, queue, form)
  const sameAs = (spot: { id: string }) => (draftId ? null : () => void same(spot.id))
  const { secrecy, settle } = useSecrecy(userId, form)
  const { question, answer, mayShare, override, isOverridden } = useTwinQuestion()
  const { step, busy, submit } = useShareSubmit({ userId, name, draftId, settle, mayShare }, queue, box)
  const needs = listNeeds({ ...form, ...secrecy }, countPhotos(items))
  const root = useRef<HTMLDivElement>(null)
  const { asked, lead } = useLead(root, needs)
  const askFor = (need: Need) => (asked === need ? NEEDS[need]() : undefined)
  const pinHere = (point: Point) => {
    if (!shares.at(name).draft.point) dispatch({ type: 'pin', point })
  }
  const send = useFieldAgain(busy, submit)
  const startOver = () => {
    queue.clear({ keep: false })
    shares.clear(name)
    forgetRestored()
  }
  const clear = () => {
    queue.clear({ keep: true })
    shares.clear(name)
  }
  return (
    <Form className={shareStyles.form} onSend={send} noValidate aria-busy={busy}>
      {/* A spot cannot be changed while it is being sent. */}
      <div className={shareStyles.card} inert={busy} ref={root}>
        <section className={shareStyles.photos} aria-labelledby="share-title" {...markNeed('photo')}>
          <h2 id="share-title">{m.share_card_title()}</h2>
          {!draftId && isRestored && (isTouched(form) || items.length > 0) && (
            <DraftRestored className={shareStyles.restored} onDrop={startOver} />
          )}
          <MediaGrid
            queue={queue}
            label={m.share_media()}
            startsLarge
            error={askFor('photo')}
            renderSource={(onFiles) => <ShareSources onFiles={onFiles} onHere={pinHere} />}
          />
        </section>
        <WhereSection
          form={form}
          dispatch={dispatch}
          items={items}
          isAsked={asked === 'location'}
          nearby={nearby}
          overridden={nearby !== null && sought !== null && isOverridden(nearby, sought)}
          onOverride={() => nearby && sought && override(nearby, sought)}
          onSame={nearby && !box.isSending ? sameAs(nearby.spot) : null}
        />
        <section className={shareStyles.what}>
          <div {...markNeed('name')}>
            <Field
              label={m.share_name()}
              placeholder={m.share_name_placeholder()}
              value={form.name}
              error={askFor('name')}
              maxLength={LIMITS.spot_name_max}
              autoComplete="off"
              required
              onChange={(event) => dispatch({ type: 'text', field: 'name', value: event.target.value })}
            />
          </div>
          <div {...markNeed('type')}>
            <TypeChoice
              value={form.spot_types}
              error={askFor('type')}
              isShort
              onToggle={(spot_type) => dispatch({ type: 'toggle_type', spot_type })}
            />
          </div>
          <Textarea
            names
            label={m.share_description()}
            placeholder={m.share_description_placeholder()}
            value={form.description}
            rows={2}
            maxLength={LIMITS.spot_description_max}
            onChange={(event) => dispatch({ type: 'text', field: 'description', value: event.target.value })}
          />
          <Field
            label={m.share_address()}
            placeholder={m.share_address_placeholder()}
            icon={<MapPin size={20} aria-hidden="true" />}
            value={form.address}
            maxLength={LIMITS.address_max}
            autoComplete="off"
            confirms
            onChange={(event) => dispatch({ type: 'text', field: 'address', value: event.target.value })}
          />
          <MoreSection form={form} secrecy={secrecy} needsCrew={asked === 'crew'} dispatch={dispatch} />
        </section>
      </div>
      <div className={styles.foot} data-composer="">
        <div className={shareStyles.footRow}>
          <ShareProgress done={4 - needs.filter((need) => need !== 'crew').length} />
          <p role="status">
            {needs[0] ? (
              <button type="button" className={styles.lead} onClick={lead}>
                {NEEDS[needs[0]]()}
              </button>
            ) : (
              SEND_LABELS[step]()
            )}
          </p>
          {!draftId && needs.length > 0 && countPhotos(items) > 0 && (
            <SaveForLater form={form} queue={queue} onSaved={clear} />
          )}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={needs.length > 0}
          busy={busy && m.share_busy()}
        >
          {m.share_submit()}
        </Button>
      </div>
      {question && (
        <Suspense fallback={null}>
          <NearbyConfirm
            twin={question}
            onSame={question === 'unchecked' ? null : sameAs(question.spot)}
            onAnswer={answer}
          />
        </Suspense>
      )}
    </Form>
  )
}
