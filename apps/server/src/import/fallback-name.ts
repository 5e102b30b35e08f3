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

/** Returns the kind of a spot for a name, such as `Skatepark`. */
export function describeKind(types: readonly SpotType[]): string {
  return TYPE_NAMES[types[0] ?? 'other']
}

/**
 * Generates a name for an unnamed spot from its type and town. It identifies the record in later imports; the spot gets
 * a better name from its surroundings.
 */
export function makeFallbackName(types: readonly SpotType[], { city, state, country }: Address): string {
  const what = describeKind(types)
  const where = city ?? state ?? country
  return where ? `${what} in ${where}`.slice(0, 120).trim() : what
}
