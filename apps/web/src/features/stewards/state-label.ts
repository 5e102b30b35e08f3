import type { SpotState } from '@nollie/contract/checks/check-kinds'
import { m } from '../../i18n/messages.ts'

const STATES: Record<SpotState, () => string> = {
  open: m.stewards_state_open,
  skatestopped: m.stewards_state_skatestopped,
  under_construction: m.stewards_state_under_construction,
  closed: m.stewards_state_closed,
  gone: m.stewards_state_gone,
  unverified: m.stewards_state_unverified,
}

/** Returns the label for a spot's status. */
export function stateLabel(state: SpotState): string {
  return STATES[state]()
}
