import type { SpotForm } from '../spots/index.ts'

/** The four required parts of a spot; each lays one ply of the deck. */
export type Need = 'photo' | 'name' | 'type' | 'location'

/** What is missing, most important first. A blank name counts as given: it is validated on submit. */
export const needsOf = (form: SpotForm, photos: number): Need[] => {
  const needs: Need[] = []
  if (photos === 0) needs.push('photo')
  if (form.name === '') needs.push('name')
  if (form.spot_types.length === 0) needs.push('type')
  if (form.point === null) needs.push('location')
  return needs
}
