import { CHECK_ANSWERS, type CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { Field } from '../../ui/index.ts'
import { Select } from '../../ui/forms/select.tsx'
import { dayIn } from '../../lib/text/date-fields.ts'
import { stateLabel } from './state-label.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Values = { state: CheckAnswer; until: string }

function read(stored: unknown): Values {
  const { state, until } = (stored ?? {}) as Record<string, unknown>
  return {
    state: CHECK_ANSWERS.find((one) => one === state) ?? 'open',
    until: typeof until === 'string' ? until : dayIn(14),
  }
}

/** Settles a spot's status for a period of time. */
export function SettleDialog({ spotId, onClosed }: { spotId: string; onClosed: () => void }) {
  const name = `nollie.settle.${session.get().user?.user_id}.${spotId}`
  const { values, change, forget } = useStoredValues({ name, read })
  return (
    <ReasonDialog
      about={`settle.${spotId}`}
      title={m.stewards_lock_title()}
      text={m.stewards_lock_text()}
      confirm={m.stewards_lock()}
      send={async (reason) => {
        const body = { ...values, reason }
        await call('PUT /api/stewards/spots/:spot_id/settlement', { params: { spot_id: spotId }, body })
        forget()
      }}
      successText={m.stewards_locked()}
      onClosed={onClosed}
    >
      <Select
        label={m.stewards_lock_state()}
        values={CHECK_ANSWERS}
        toText={stateLabel}
        value={values.state}
        onChoose={(next) => change({ ...values, state: next ?? 'open' })}
      />
      <Field
        label={m.stewards_lock_last_day()}
        type="date"
        name="until"
        required
        min={dayIn(0)}
        max={dayIn(LIMITS.settle_days)}
        value={values.until}
        onChange={({ target }) => change({ ...values, until: target.value })}
      />
    </ReasonDialog>
  )
}
