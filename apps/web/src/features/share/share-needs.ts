import type { SpotForm } from '../spots/index.ts'

/** The four required parts of a spot; each filled one adds a ply to the progress indicator. */
export type Need = 'photo' | 'name' | 'type' | 'location'

/** The missing parts, most important first. A name of spaces counts as filled in; the submit refuses it. */
export const needsOf = (form: SpotForm, photos: number): Need[] => {
  const needs: Need[] = []
  if (photos === 0) needs.push('photo')
  if (form.name === '') needs.push('name')
  if (form.spot_types.length === 0) needs.push('type')
  if (form.point === null) needs.push('location')
  return needs
}
