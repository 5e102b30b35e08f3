import type { APIResponse, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { act } from './comments.ts'

type Asks = Pick<Page, 'request'>
type Point = { latitude: number; longitude: number }

/** Whose bulletins and areas begin now, and end in a week. */
const week = () => {
  const [starts_at, ends_at] = [0, 7].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return { starts_at, ends_at }
}

const idIn = async (answer: APIResponse): Promise<string> => {
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).id
}

/** Draws an area of some ten kilometres around a position, without the form, and names its steward. Returns its id. */
export async function makeArea(
  admin: Asks,
  { name, around, steward }: { name: string; around: Point; steward: string },
): Promise<string> {
  const corner = (north: number, east: number) => ({
    latitude: around.latitude + north * 0.05,
    longitude: around.longitude + east * 0.05,
  })
  const corners = [corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)]
  const id = await idIn(await act(admin, 'POST', '/api/moderation/areas', { name, corners }))
  const named = await act(admin, 'PUT', `/api/moderation/areas/${id}/stewards/${steward}`)
  expect(named.ok(), await named.text()).toBe(true)
  return id
}

/** Pins a text as a steward, to a spot or to a whole area. */
export const pinBulletin = async (
  steward: Asks,
  area_id: string,
  content: string,
  spot_id: string | null = null,
): Promise<string> =>
  idIn(await act(steward, 'POST', '/api/stewards/bulletins', { area_id, spot_id, content, ...week() }))
