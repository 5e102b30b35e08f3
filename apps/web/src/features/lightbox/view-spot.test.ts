import { expect, test, vi } from 'vitest'
import type { LightboxSpot } from './lightbox-item.ts'
import { ViewSpot } from './view-spot.tsx'

type Click = { preventDefault: () => void }
type Link = { props: { href: string; onClick: (event: Click) => void } }

const ledge: LightboxSpot = { id: '018f0000-0000-7000-8000-000000000000', name: 'Pier Ledge' }

function makeLink(spot: LightboxSpot | null, viewSpot = true): Link | null {
  return ViewSpot({ spot, viewSpot })
}

/** Clicks the link; returns whether it navigates, and the logged errors. */
function clickLink(spot: LightboxSpot) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const preventDefault = vi.fn<() => void>()
  makeLink(spot)?.props.onClick({ preventDefault })
  const errors = log.mock.calls.flat()
  log.mockRestore()
  return { isFollowed: preventDefault.mock.calls.length === 0, errors }
}

test('MEDIA-17 View Spot is shown only where it is wanted and the item has a spot', () => {
  expect(makeLink(ledge)?.props.href).toBe(`/spots/${ledge.id}`)
  expect(makeLink(ledge, false)).toBeNull()
  expect(makeLink(null)).toBeNull()
})

test('MEDIA-18 P-18 View Spot without a spot ID only logs an error', () => {
  expect(clickLink({ ...ledge, id: '' })).toEqual({
    isFollowed: false,
    errors: [expect.stringContaining('View Spot')],
  })
  expect(clickLink(ledge)).toEqual({ isFollowed: true, errors: [] })
})
