import { type SpotType, toSpotType } from '@nollie/contract/spots/spot-types'
import { m } from '../../i18n/messages.ts'

const LABELS: Record<SpotType, () => string> = {
  street: m.shell_type_street,
  park: m.shell_type_park,
  vert: m.shell_type_vert,
  bowl: m.shell_type_bowl,
  ledges: m.shell_type_ledges,
  rails: m.shell_type_rails,
  stairs: m.shell_type_stairs,
  'mini-ramp': m.shell_type_mini_ramp,
  bank: m.shell_type_bank,
  gap: m.shell_type_gap,
  'manual-pad': m.shell_type_manual_pad,
  quarter: m.shell_type_quarter,
  plaza: m.shell_type_plaza,
  diy: m.shell_type_diy,
  other: m.shell_type_other,
}

/** Returns a spot type's label; unknown types are labeled `Other`. */
export function typeLabel(type: string): string {
  return LABELS[toSpotType(type) ?? 'other']()
}
