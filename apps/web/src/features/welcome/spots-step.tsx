import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { useCountryText } from '../../lib/places/countries.ts'
import { cityAndState } from '../../lib/places/place-text.ts'
import { welcomeKeys } from '../../lib/keys/welcome.ts'
import { AppLink, ButtonLink } from '../../ui/index.ts'
import { mapQuery, roughly, SpotPhoto, type TileView, toTileView, WORLD } from '../map/index.ts'
import { readKnownPosition } from './known-position.ts'
import { OperatorHint } from '../feed/index.ts'
import { WelcomeStep } from './welcome-step.tsx'
import styles from './welcome.module.css'

const SHOWN = 3
/** Half the width, in degrees, of the area around a town in which spots count as nearby. */
const AROUND = 1

function around({ latitude, longitude }: { latitude: number; longitude: number }) {
  return toTileView(
    {
      west: longitude - AROUND,
      east: longitude + AROUND,
      south: Math.max(-85, latitude - AROUND),
      north: Math.min(85, latitude + AROUND),
    },
    8,
  )
}

/** Suggests three nearby spots, or else the newest ones. If the map is empty, invites people to share the first one. */
export function SpotsStep() {
  const [near] = useState(readKnownPosition)
  const spots = useQuery({
    queryKey: welcomeKeys.spots(near && roughly(near)),
    queryFn: async ({ signal }) => {
      const ask = async (tiles: TileView, first: { near?: string }) =>
        (await call('GET /api/spots', { query: { ...mapQuery(tiles, {}), ...first }, signal })).items
      const found = near ? await ask(around(near), { near: roughly(near) }) : []
      const isNear = found.length > 0
      return { found: (isNear ? found : await ask(WORLD, {})).slice(0, SHOWN), isNear }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const inOwnLanguage = useCountryText()
  const { found, isNear } = spots.data ?? {}
  return (
    <WelcomeStep text={found?.length === 0 ? m.welcome_spots_none() : m.welcome_spots_text()} query={spots}>
      {isNear && near?.name && <h3 className={styles.near}>{m.welcome_spots_near({ name: near.name })}</h3>}
      {found && found.length > 0 && (
        <ul className={styles.spots}>
          {found.map((spot) => (
            <li key={spot.id}>
              <AppLink href={`/spots/${spot.id}`}>
                <SpotPhoto spot={spot} square sizes="92px" />
                <b>
                  <bdi>{spot.name}</bdi>
                </b>
                <small>{cityAndState({ ...spot, country: inOwnLanguage(spot.country) })}</small>
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
    </WelcomeStep>
  )
}
