import { CHECK_ANSWERS, type CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { Field } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import { dayIn } from './steward-times.ts'
import { stateLabel } from './steward-text.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Settles the state of a spot for a while. */
export function SettleDialog({ spotId, onClosed }: { spotId: string; onClosed: () => void }) {
  const [state, setState] = useState<CheckAnswer>('open')
  const [until, setUntil] = useState(() => dayIn(14))
  return (
    <ReasonDialog
      about={`settle.${spotId}`}
      title={m.stewards_settle_title()}
      text={m.stewards_settle_text()}
      confirm={m.stewards_settle()}
      send={(reason) =>
        call('PUT /api/stewards/spots/:spot_id/settlement', {
          params: { spot_id: spotId },
          body: { state, until, reason },
        })
      }
      successText={m.stewards_settled()}
      onClosed={onClosed}
    >
      <Select
        label={m.stewards_settle_state()}
        values={CHECK_ANSWERS}
        textOf={stateLabel}
        value={state}
        onChoose={(next) => setState(next ?? 'open')}
      />
      <Field
        label={m.stewards_until_day()}
        type="date"
        name="until"
        required
        min={dayIn(0)}
        max={dayIn(LIMITS.settle_days)}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
    </ReasonDialog>
  )
}
