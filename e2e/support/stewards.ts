import type { APIResponse, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { act } from './comments.ts'

type Asks = Pick<Page, 'request'>
type Point = { latitude: number; longitude: number }

/** The period for bulletins and areas: from now until a week from now. */
function week() {
  const [starts_at, ends_at] = [0, 7].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return { starts_at, ends_at }
}

async function idIn(answer: APIResponse): Promise<string> {
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).id
}

/** Creates an area about 10 km wide around a position, without the form, and appoints its steward. Returns its ID. */
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

/** Pins a bulletin to a spot or to an entire area, as a steward. */
export async function pinBulletin(
  steward: Asks,
  area_id: string,
  content: string,
  spot_id: string | null = null,
): Promise<string> {
  return idIn(await act(steward, 'POST', '/api/stewards/bulletins', { area_id, spot_id, content, ...week() }))
}
