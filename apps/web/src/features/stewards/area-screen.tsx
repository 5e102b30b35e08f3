import type { Area, SpotOfArea } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList, CodeXml, Pin } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useSession } from '../../lib/use-session.ts'
import { AppLink, Avatar, Button, ButtonLink, PartBoundary } from '../../ui/index.ts'
import { AreaMap } from '../map/index.ts'
import { EmbedSheet } from '../open-data/index.ts'
import { AreaPage } from './area-page-frame.tsx'
import { BulletinList } from './bulletin-list.tsx'
import { findAreaBox } from './find-area-box.ts'
import { FollowArea } from './follow-area.tsx'
import { PinDialog } from './pin-bulletin-dialog.tsx'
import { areaQuery } from './steward-requests.ts'
import { stateLabel } from './state-label.ts'
import styles from './stewards.module.css'

/** A section on an area's page, with its heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Spots({
  spots,
  empty,
  withState,
}: {
  spots: readonly SpotOfArea[]
  empty: string
  withState: boolean
}) {
  if (spots.length === 0) return <p className={styles.note}>{empty}</p>
  return (
    <ul className={styles.spots}>
      {spots.map(({ id, name, city, state }) => (
        <li key={id}>
          <AppLink href={`/spots/${id}`} className={styles.spot}>
            <b>
              <bdi>{name}</bdi>
            </b>
            <span className={styles.meta}>{withState ? stateLabel(state) : city}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Stewards({ stewards }: Pick<Area, 'stewards'>) {
  if (stewards.length === 0) return <p className={styles.note}>{m.stewards_none()}</p>
  return (
    <ul className={styles.people}>
      {stewards.map((person) => (
        <li key={person.user_id}>
          <AppLink className={styles.person} href={`/user/${person.user_id}`}>
            <Avatar person={person} size={36} />
            <bdi>{getName(person)}</bdi>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Acts({ area }: { area: Area }) {
  const { status } = useSession()
  const [pinning, setPinning] = useState(false)
  const [isEmbedding, setIsEmbedding] = useState(false)
  return (
    <div className={styles.acts}>
      {status === 'signed-in' ? (
        <FollowArea area={area} isFollowed={area.is_followed} />
      ) : (
        <ButtonLink
          variant="primary"
          size="sm"
          href={`/auth?next=${encodeURIComponent(`/areas/${area.id}`)}`}
        >
          {m.stewards_sign_in()}
        </ButtonLink>
      )}
      {area.is_steward && (
        <>
          <ButtonLink
            variant="line"
            size="sm"
            icon={<ClipboardList aria-hidden="true" />}
            href={`/areas/${area.id}/work`}
          >
            {m.stewards_work()}
          </ButtonLink>
          <Button variant="line" size="sm" icon={<Pin aria-hidden="true" />} onClick={() => setPinning(true)}>
            {m.stewards_notice_new_area()}
          </Button>
        </>
      )}
      <Button
        variant="line"
        size="sm"
        icon={<CodeXml aria-hidden="true" />}
        onClick={() => setIsEmbedding(true)}
      >
        {m.open_data_embed()}
      </Button>
      {isEmbedding && (
        <EmbedSheet
          what={{ box: findAreaBox(area.corners) }}
          title={area.name}
          onClosed={() => setIsEmbedding(false)}
        />
      )}
      {pinning && <PinDialog areaId={area.id} spotId={null} onClosed={() => setPinning(false)} />}
    </div>
  )
}

function Shown({ area }: { area: Area }) {
  useTitle(area.name)
  return (
    <div className={styles.area}>
      <div className={styles.map}>
        <PartBoundary>
          <AreaMap
            corners={area.corners}
            label={m.stewards_map({ area: area.name })}
            cornerLabel={(n) => m.stewards_corner({ n: String(n) })}
          />
        </PartBoundary>
      </div>
      <Acts area={area} />
      <p className={styles.note}>{m.stewards_follow_text()}</p>
      {area.bulletins.length > 0 && (
        <Part title={m.stewards_notices()}>
          <BulletinList bulletins={area.bulletins} where mayAct={area.is_steward} />
        </Part>
      )}
      <Part title={m.stewards_title()}>
        <Stewards stewards={area.stewards} />
      </Part>
      <Part title={m.stewards_new_spots()}>
        <Spots spots={area.new_spots} empty={m.stewards_new_spots_none()} withState={false} />
      </Part>
      <Part title={m.stewards_changed_spots()}>
        <Spots spots={area.changed_spots} empty={m.stewards_changed_spots_none()} withState />
      </Part>
    </div>
  )
}

function isMissing(error: unknown) {
  return error instanceof ApiError && (error.code === 'AREA_NOT_FOUND' || error.code === 'BAD_REQUEST')
}

/** `/areas/{id}`: an area, its stewards, their pinned notices, and recent changes. */
export function AreaScreen({ areaId }: { areaId: string }) {
  const query = useQuery(areaQuery(areaId))
  return (
    <AreaPage
      query={query}
      title={query.data?.name ?? m.stewards_area()}
      backTo="/spots"
      skeleton={styles.map}
      isMissing={isMissing(query.error)}
      missing={{ title: m.stewards_area_missing(), text: m.stewards_area_missing_text() }}
    >
      {(area) => <Shown area={area} />}
    </AreaPage>
  )
}
