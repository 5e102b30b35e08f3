import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { cityAndState } from '../../lib/place-text.ts'
import { AppLink, ButtonLink } from '../../ui/index.ts'
import { query, roughly } from '../map/map-spots.ts'
import { SpotPhoto } from '../map/spot-cards.tsx'
import { type TileView, tilesOf, WORLD } from '../map/view-tiles.ts'
import { nearWhat } from './here.ts'
import { OperatorHint } from './operator-hint.tsx'
import { Step } from './step.tsx'

const SHOWN = 3
/** How far around a town spots count as near, in degrees. */
const AROUND = 1

const around = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  tilesOf(
    {
      west: longitude - AROUND,
      east: longitude + AROUND,
      south: Math.max(-85, latitude - AROUND),
      north: Math.min(85, latitude + AROUND),
    },
    8,
  )

/** Three spots near, else the newest ones; on an empty map the invitation to share the first. */
export function SpotsStep() {
  const [near] = useState(nearWhat)
  const spots = useQuery({
    queryKey: ['welcome', 'spots', near && roughly(near)],
    queryFn: async ({ signal }) => {
      const ask = async (tiles: TileView, first: { near?: string }) =>
        (await call('GET /api/spots', { query: { ...query(tiles, {}), ...first }, signal })).items
      const found = near ? await ask(around(near), { near: roughly(near) }) : []
      const isNear = found.length > 0
      return { found: (isNear ? found : await ask(WORLD, {})).slice(0, SHOWN), isNear }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { found, isNear } = spots.data ?? {}
  return (
    <Step text={found?.length === 0 ? m.welcome_spots_none() : m.welcome_spots_text()} query={spots}>
      {isNear && near?.name && <h3 className="welcome-near">{m.welcome_spots_near({ name: near.name })}</h3>}
      {found && found.length > 0 && (
        <ul className="welcome-spots">
          {found.map((spot) => (
            <li key={spot.id}>
              <AppLink href={`/spots/${spot.id}`}>
                <SpotPhoto spot={spot} square sizes="92px" />
                <b>
                  <bdi>{spot.name}</bdi>
                </b>
                <small>{cityAndState(spot)}</small>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && (
        <>
          <ButtonLink href="/share-spot" variant="ink">
            {m.shell_share_spot()}
          </ButtonLink>
          <OperatorHint />
        </>
      )}
    </Step>
  )
}
