import type { SpotType } from '@nollie/contract'

const TYPE_NAMES: Record<SpotType, string> = {
  street: 'Street spot',
  park: 'Skatepark',
  vert: 'Vert ramp',
  bowl: 'Bowl',
  ledges: 'Ledges',
  rails: 'Rails',
  stairs: 'Stairs',
  'mini-ramp': 'Mini ramp',
  bank: 'Bank',
  gap: 'Gap',
  'manual-pad': 'Manual pad',
  quarter: 'Quarter pipe',
  plaza: 'Plaza',
  diy: 'DIY spot',
  other: 'Skate spot',
}

type Address = { city: string | null; state: string | null; country: string | null }

/** Generates a name for an unnamed spot from its type and town. */
export function makeFallbackName(types: readonly SpotType[], { city, state, country }: Address): string {
  const what = TYPE_NAMES[types[0] ?? 'other']
  const where = city ?? state ?? country
  return where ? `${what} in ${where}`.slice(0, 120).trim() : what
}
