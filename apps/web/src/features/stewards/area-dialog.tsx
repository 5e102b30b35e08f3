import type { ManagedArea } from '@nollie/contract'
import type { Corner } from '@nollie/contract/stewards/area-shape'
import { LIMITS } from '@nollie/contract/limits'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { Button, Field, PartBoundary, Textarea, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { AreaMap } from '../map/index.ts'
import { type AreaDraft, parseCorners, draftErrors, readDraft, typedCorners } from './area-draft.ts'
import { explainAct, useAfterAct } from './use-steward-action.ts'
import styles from './stewards.module.css'

function useArea(area: ManagedArea | null, onDone: () => void) {
  const {
    values: draft,
    change,
    forget,
  } = useStoredValues<AreaDraft>({
    name: `nollie.area.${session.get().user?.user_id}.${area?.id ?? 'new'}`,
    read: (stored) => readDraft(stored, area),
  })
  const [before, setBefore] = useState<Corner[][]>([])
  const getSubmitKey = useSubmitKey()
  const after = useAfterAct()
  const form = useForm({
    check: () => draftErrors(draft),
    send: async () => {
      const body = { name: draft.name.trim(), corners: parseCorners(draft.typed) ?? [] }
      const headers = { 'idempotency-key': getSubmitKey(JSON.stringify(body)) }
      await (area
        ? call('PUT /api/moderation/areas/:area_id', { params: { area_id: area.id }, body })
        : untilAnswered(() => call('POST /api/moderation/areas', { body, headers })))
      forget()
      onDone()
      await after(m.stewards_area_saved())
    },
    explain: explainAct,
  })
  const draw = (corners: Corner[]) => {
    form.typed('corners')
    setBefore((all) => [...all, draft.corners])
    change({ ...draft, corners, typed: typedCorners(corners) })
  }
  return {
    draft,
    form,
    draw,
    forget,
    name: (name: string) => {
      form.typed('name')
      change({ ...draft, name })
    },
    type: (typed: string) => {
      form.typed('corners')
      change({ ...draft, typed, corners: parseCorners(typed) ?? draft.corners })
    },
    undo:
      before.length === 0
        ? null
        : () => {
            const corners = before.at(-1) ?? []
            setBefore((all) => all.slice(0, -1))
            change({ ...draft, corners, typed: typedCorners(corners) })
          },
  }
}

type AreaForm = ReturnType<typeof useArea>

function Corners({ area }: { area: AreaForm }) {
  const { draft, form, draw, type, undo } = area
  return (
    <>
      <p className={styles.note}>{m.stewards_draw_text()}</p>
      <div className={styles.map}>
        <PartBoundary>
          <AreaMap
            corners={draft.corners}
            onCorners={draw}
            label={m.stewards_draw()}
            cornerLabel={(n) => m.stewards_corner({ n: String(n) })}
          />
        </PartBoundary>
      </div>
      <div className={styles.acts}>
        <Button
          variant="line"
          size="sm"
          icon={<Undo2 aria-hidden="true" />}
          disabled={!undo}
          onClick={() => undo?.()}
        >
          {m.stewards_undo()}
        </Button>
        <Button
          variant="line"
          size="sm"
          icon={<Trash2 aria-hidden="true" />}
          disabled={draft.corners.length === 0}
          onClick={() => draw([])}
        >
          {m.stewards_clear()}
        </Button>
      </div>
      <Textarea
        name="corners"
        label={m.stewards_corners()}
        hint={m.stewards_corners_hint()}
        error={form.errors.corners}
        rows={5}
        spellCheck={false}
        value={draft.typed}
        onChange={({ target }) => type(target.value)}
      />
    </>
  )
}

/** Draws an area on a map, or defines it by its corners' coordinates. */
export function AreaDialog({ area, onClosed }: { area: ManagedArea | null; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const drawn = useArea(area, () => setOpen(false))
  return (
    <FormDialog
      form={drawn.form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      onCancel={() => {
        drawn.forget()
        setOpen(false)
      }}
      title={area ? m.stewards_area_edit({ area: area.name }) : m.stewards_area_new()}
      submit={m.stewards_save()}
      sending={m.stewards_sending()}
      className={styles.form}
    >
      <Field
        name="name"
        label={m.stewards_area_name()}
        error={drawn.form.errors.name}
        maxLength={LIMITS.area_name_max}
        autoComplete="off"
        value={drawn.draft.name}
        onChange={({ target }) => drawn.name(target.value)}
      />
      <Corners area={drawn} />
    </FormDialog>
  )
}
