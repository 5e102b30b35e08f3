import type { FactValues, Obstacle, Spot, SpotFacts } from '@nollie/contract'
import {
  FACT_AMENITIES,
  FACT_CHOICES,
  type FactChoice,
  FACT_NAMES,
  FACT_RIDERS,
  type FactName,
  type FactText,
  SURFACES,
  type Surface,
} from '@nollie/contract/facts/fact-kinds'
import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Chip, Field, toast, useForm } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import {
  makeObstacle,
  diffFacts,
  type FactDraft,
  isFree,
  isText,
  isSendable,
  buildFactDraftName,
  readDraft,
  shownObstacles,
  TEXT_MAX,
} from './fact-draft.ts'
import { receiveFacts } from './fact-requests.ts'
import { factName, surfaceText, valueText } from './fact-text.ts'
import { ObstacleFields } from './obstacle-fields.tsx'
import { OpeningField } from './opening-field.tsx'
import { showThanks } from './show-thanks.ts'
import { suggestOrQueueFacts } from './waiting-facts.ts'
import { SurfacePicture } from './surface-picture.tsx'
import styles from './facts.module.css'

type Props = { spot: Pick<Spot, 'id' | 'name'>; facts: SpotFacts; onClose: () => void }

function explain(error: unknown) {
  return isDeviceFull(error)
    ? { title: m.outbox_full_title(), description: m.outbox_full_text() }
    : { title: m.facts_failed_title(), description: whyNot(error, m.facts_failed_text()) }
}

function useFactForm({ spot, facts }: Props, close: () => void) {
  const client = useQueryClient()
  const { values, change, forget } = useStoredValues<FactDraft>({
    name: buildFactDraftName(session.get().user?.user_id, spot.id),
    read: readDraft,
  })
  const getSubmitKey = useSubmitKey()
  const form = useForm({
    check: () => (isSendable(values) ? null : { measure: m.facts_measure_out_of_range() }),
    send: async () => {
      const body = diffFacts(facts, values)
      if (!body) {
        toast({ kind: 'info', title: m.facts_nothing_changed() })
        return
      }
      const payload = { spot_id: spot.id, spot_name: spot.name, body }
      const after = await suggestOrQueueFacts(payload, getSubmitKey(JSON.stringify(body)))
      if (after) receiveFacts(client, spot.id, after)
      showThanks(facts, after)
      forget()
      close()
    },
    explain,
  })
  return { ...form, values, change, forget }
}

/** The dialog for editing a spot's facts. Choices are stored until they're sent or discarded. */
export function EditFacts(props: Props) {
  const { facts, onClose } = props
  const [open, setOpen] = useState(true)
  const { values, change, forget, ...form } = useFactForm(props, () => setOpen(false))
  const cancel = () => {
    forget()
    setOpen(false)
  }
  const isChanged = diffFacts(facts, values) !== null
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      size="tall"
      title={m.facts_title()}
      onCancel={cancel}
      cancel={isChanged ? m.facts_discard() : m.shell_cancel()}
      submit={facts.may_decide ? m.facts_save() : m.facts_suggest()}
      sending={m.facts_saving()}
      className={styles.form}
    >
      {!facts.may_decide && <p className={styles.note}>{m.facts_confirmation_hint()}</p>}
      <Obstacles facts={facts} draft={values} onChange={change} />
      {form.errors.measure && (
        <p className={looks.fieldError} role="alert">
          {form.errors.measure}
        </p>
      )}
      <FactChoices facts={facts} draft={values} onChange={change} />
    </FormDialog>
  )
}

type PartProps = { facts: SpotFacts; draft: FactDraft; onChange: (draft: FactDraft) => void }

function Obstacles({ facts, draft, onChange }: PartProps) {
  const shown = shownObstacles(facts, draft)
  const put = (id: string, obstacle: Obstacle | null) =>
    onChange({ ...draft, obstacles: { ...draft.obstacles, [id]: obstacle } })
  return (
    <section className={styles.form} aria-labelledby="facts-obstacles">
      <h3 className={styles.formTitle} id="facts-obstacles">
        {m.facts_obstacles()}
      </h3>
      {shown.map(({ id, ...obstacle }, index) => (
        <ObstacleFields
          key={id}
          number={index + 1}
          obstacle={obstacle}
          onChange={(next) => put(id, next)}
          onRemove={() => put(id, null)}
        />
      ))}
      {shown.length < LIMITS.obstacles_max && (
        <Button
          variant="line"
          size="sm"
          icon={<Plus aria-hidden="true" />}
          onClick={() => put(crypto.randomUUID(), makeObstacle('ledge'))}
        >
          {m.facts_obstacle_add()}
        </Button>
      )}
    </section>
  )
}

const HINTS: Partial<Record<FactText, () => string>> = {
  fee_note: m.facts_fee_note_hint,
  phone: m.facts_contact_hint,
}
const TYPES: Partial<Record<FactText, { type?: string; inputMode?: 'url'; dir?: 'ltr' }>> = {
  phone: { type: 'tel', dir: 'ltr' },
  website: { inputMode: 'url', dir: 'ltr' },
}
/** Facts whose question and answers are on one line. */
const SHORT: ReadonlySet<FactName> = new Set([...FACT_RIDERS, ...FACT_AMENITIES, 'indoor'])

function FactChoices({ facts, draft, onChange }: PartProps) {
  const getValue = <K extends FactName>(name: K): FactValues[K] => {
    const changed = draft.facts[name]
    return changed === undefined ? facts.facts[name] : changed
  }
  const set = (name: FactName, value: FactValues[FactName]) =>
    // Selecting the current value again clears it.
    onChange({ ...draft, facts: { ...draft.facts, [name]: getValue(name) === value ? null : value } })
  const put = (facts: Partial<FactValues>) => onChange({ ...draft, facts: { ...draft.facts, ...facts } })
  return FACT_NAMES.map((name) => {
    if (name === 'opening_hours')
      return (
        <OpeningField
          key={name}
          value={getValue('opening_hours')}
          onChange={(opening_hours) => put({ opening_hours })}
        />
      )
    if (isText(name))
      return name === 'fee_note' && isFree(facts, draft) ? null : (
        <Field
          key={name}
          label={factName(name)}
          hint={HINTS[name]?.()}
          {...TYPES[name]}
          value={getValue(name) ?? ''}
          maxLength={TEXT_MAX[name]}
          onChange={({ target }) => put({ [name]: target.value })}
        />
      )
    return name === 'surface' ? (
      <SurfaceChoice key={name} value={getValue('surface')} onChoose={(surface) => set(name, surface)} />
    ) : (
      <Choices key={name} name={name} value={getValue(name)} onChoose={(value) => set(name, value)} />
    )
  })
}

type ChoicesProps = {
  name: FactName
  value: FactValues[FactName]
  onChoose: (value: FactValues[FactName]) => void
}

function Choices({ name, value, onChoose }: ChoicesProps) {
  const id = useId()
  const choices: readonly FactValues[FactName][] =
    name in FACT_CHOICES ? FACT_CHOICES[name as FactChoice] : [true, false]
  return (
    <div className={SHORT.has(name) ? styles.short : looks.field} role="group" aria-labelledby={id}>
      <span className={looks.fieldLabel} id={id}>
        {factName(name)}
      </span>
      <div className={styles.chips}>
        {choices.map((choice) => (
          <Chip key={String(choice)} pressed={value === choice} onClick={() => onChoose(choice)}>
            {valueText(name, choice)}
          </Chip>
        ))}
      </div>
    </div>
  )
}

function SurfaceChoice({ value, onChoose }: { value: Surface | null; onChoose: (surface: Surface) => void }) {
  const id = useId()
  return (
    <div className={looks.field} role="group" aria-labelledby={id}>
      <span className={looks.fieldLabel} id={id}>
        {factName('surface')}
      </span>
      <div className={styles.surfaces}>
        {SURFACES.map((surface) => (
          <button
            key={surface}
            type="button"
            className={styles.surface}
            aria-pressed={value === surface}
            onClick={() => onChoose(surface)}
          >
            <SurfacePicture surface={surface} />
            <span>{surfaceText(surface)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
